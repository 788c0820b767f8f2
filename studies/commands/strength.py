"""`bottega strength`: does each agent play as well as its kind should? Seeded matches, with intervals."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

import typer

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
    """The first player against all others; its win rate should lie above `bound` (or not below, if `at_least`)."""

    text: str
    players: tuple[str, ...]
    bound: float
    at_least: bool = False


def ladder(text: str, players: list[str], rivals: list[str]) -> list[Claim]:
    """Each player of a row against the same rivals; from the second on none should be worse than the one before."""
    return [Claim(f"{text}, step {i + 1}", (player, *rivals), -1.0, i > 0) for i, player in enumerate(players)]


SEARCHES = ("mcts", "bmrh", "srh")  # with 1000 calls a decision, as they are
GROWING = ("mcts:budget={}", "bmrh:n=1000000,budget={}", "srh:n=1000000,budget={}", "deepening:budget={}")
BUDGETS = (1000, 4000, 16000)


def claims_of(game: Game) -> list[Claim]:
    """What should hold in any game, at its smallest table and at one of four (or the largest below)."""
    smallest = min(game.player_counts)
    tables = sorted({smallest, max(n for n in game.player_counts if n <= max(4, smallest))})

    def against(player: str, rival: str, n: int) -> Claim:
        return Claim(f"{player} beats {n - 1} {rival}", (player, *[rival] * (n - 1)), 1 / n)

    def grows(agent: str, few: int, many: int) -> Claim:
        rivals = [agent.format(few)] * (smallest - 1)
        name = agent.partition(":")[0]
        return Claim(f"{name} is stronger with {many} calls than {few}", (agent.format(many), *rivals), 1 / smallest)

    greedy = f"greedy:value={game.strong_value}"
    depths = [f"alphabeta:depth={depth},value={game.strong_value}" for depth in (1, 2, 3)]
    return [
        *(against(OSLA, RANDOM, n) for n in tables),
        against(greedy, OSLA, smallest),
        *ladder("minimax grows with depth against greedy", depths, [greedy] * (smallest - 1)),
        *(against(agent, OSLA, n) for n in tables for agent in SEARCHES),
        *(grows(agent, few, many) for agent in GROWING for few, many in pairwise(BUDGETS)),
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
    head = ["claim", "players", "wins of the first", "holds"]
    rows: list[list[str]] = []
    before: Rate | None = None
    with ProgressDisplay(len(claims) * games, quiet) as progress:
        for claim in claims:
            progress.enter(claim.text)
            rate = rate_of(found, claim, games, seed, workers, rules, changes)
            progress.advance(games, games)
            rows.append([claim.text, " : ".join(claim.players), str(rate), verdict(claim, rate, before)])
            before = rate
    plain_console().print(table_of(head, rows))


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
    if claim.at_least:
        assert before is not None
        if rate.low > before.high:
            return "yes, it grows"
        return "no" if rate.high < before.low else "yes, no loss seen"
    if claim.bound < 0:
        return "the first step"
    return "yes" if rate.low > claim.bound else "no" if rate.high < claim.bound else "not told apart"
