"""`bottega strength`: does each agent play as well as its kind should? Seeded matches, with intervals."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

import typer

from agents.catalog import AGENTS
from engine.catalog import find_game
from engine.game import Game
from studies.commands.options import DealSeed, GameName, Games, Preset, Quiet, RuleChanges, Workers
from studies.play.rates import Rate
from studies.play.setup import prepare_game, read_players, setup_for
from studies.play.standings import standing
from studies.report.console import plain_console, table_of
from studies.report.progress import ProgressDisplay
from studies.search.match import play_match
from studies.spec.rules import read_changes

OSLA, RANDOM = "osla", "random"


class Claim(NamedTuple):
    """The first player against all others: its win rate lies above `bound`, or not below that of claim `after`."""

    text: str
    players: tuple[str, ...]
    bound: float = -1.0  # none: a step of a row
    after: str = ""  # the step before


def ladder(text: str, players: list[str], rivals: list[str]) -> list[Claim]:
    """Each player of a row against the same rivals; from the second on none should be worse than the one before."""
    steps = [f"{text}, step {i + 1}" for i in range(len(players))]
    matches = zip(steps, players, ["", *steps], strict=False)
    return [Claim(step, (player, *rivals), after=before) for step, player, before in matches]


SEARCHES = ("mcts", "bmrh", "srh")  # with 1000 calls a decision, as they are
GROWING = {  # search agents that use any budget, told that nothing else bounds them
    "mcts": "budget={}",
    "uct": "simulations=0,budget={}",
    "bmrh": "n=1000000,budget={}",
    "srh": "n=1000000,budget={}",
    "deepening": "budget={}",
    "random_search": "k=1000000,budget={}",
    **dict.fromkeys(("index_move", "exact_move", "buy_order", "buy_and_deny"), "evaluations=1000000,budget={}"),
}
BUDGETS = (1000, 4000, 16000)


def claims_of(game: Game) -> list[Claim]:
    """What should hold in any game, at its smallest table and at one of four (or the largest below)."""
    smallest = min(game.player_counts)
    tables = sorted({smallest, max(n for n in game.player_counts if n <= max(4, smallest))})

    def against(player: str, rival: str, n: int) -> Claim:
        return Claim(f"{player} beats {n - 1} {rival}", (player, *[rival] * (n - 1)), 1 / n)

    def grows(agent: str, few: int, many: int) -> Claim:
        less, more = (f"{agent}:{GROWING[agent].format(budget)}" for budget in (few, many))
        return Claim(
            f"{agent} is stronger with {many} calls than {few}", (more, *[less] * (smallest - 1)), 1 / smallest
        )

    greedy = f"greedy:value={game.strong_value}"
    growing = [agent for agent in GROWING if game.name in (AGENTS[agent].games or (game.name,))]
    depths = [f"alphabeta:depth={depth},value={game.strong_value}" for depth in (1, 2, 3)]
    return [
        *(against(OSLA, RANDOM, n) for n in tables),
        against(greedy, OSLA, smallest),
        *ladder("minimax grows with depth against greedy", depths, [greedy] * (smallest - 1)),
        *(against(agent, OSLA, n) for n in tables for agent in SEARCHES),
        *(grows(agent, few, many) for agent in growing for few, many in pairwise(BUDGETS)),
    ]


def run(
    game: GameName,
    games: Games = 1000,
    seed: DealSeed = 1,
    only: Annotated[str, typer.Option(help="Only claims that contain this text.")] = "",
    rules: Preset = "",
    set_: RuleChanges = None,
    workers: Workers = None,
    quiet: Quiet = False,
) -> None:
    """Check that the agents are as strong in a game as they should be."""
    found = find_game(game)
    changes = read_changes(set_ or [])
    claims = [claim for claim in claims_of(found) if only in claim.text]
    head = ["claim", "wins of the first", "holds"]
    rows: list[list[str]] = []
    rates: dict[str, Rate] = {}
    with ProgressDisplay(len(claims) * games, quiet) as progress:
        for claim in claims:
            progress.enter(claim.text)
            rate = rates[claim.text] = rate_of(found, claim, games, seed, workers, rules, changes)
            progress.advance(games, games)
            rows.append([claim.text, str(rate), verdict(claim, rate, rates.get(claim.after))])
    console = plain_console()
    console.print(table_of(head, rows, figures=head[1:2]))
    for claim in claims:  # each on a line of its own, to be copied from there
        preset = f" --rules {rules or found.varied}" if rules or found.varied else ""
        line = f"bottega match {game} {' '.join(claim.players)} --games {games} --seed {seed}{preset}"
        line += "".join(f" --set {change}" for change in set_ or [])
        console.print(line, soft_wrap=True)


def rate_of(
    game: Game,
    claim: Claim,
    games: int,
    seed: int,
    workers: int | None = None,
    rules: str = "",
    changes: Mapping[str, Any] | None = None,
) -> Rate:
    """The first player's share of the wins, over the same deals for all claims."""
    setup = setup_for(game.name, rules or game.varied, changes or {}, len(claim.players))
    player_specs = read_players(prepare_game(setup), claim.players)
    return standing(play_match(setup, player_specs, games, seed, workers), len(player_specs), 0).rate


def verdict(claim: Claim, rate: Rate, before: Rate | None) -> str:
    """What the interval says: yes, no, or that the games do not tell."""
    if claim.bound >= 0:
        return "yes" if rate.low > claim.bound else "no" if rate.high < claim.bound else "not told apart"
    if before is None:
        return "the step before was not played" if claim.after else "the first step"
    return "yes, it grows" if rate.low > before.high else "no" if rate.high < before.low else "yes, no loss seen"
