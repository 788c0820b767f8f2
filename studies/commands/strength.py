"""`bottega strength`: does each agent play as well as its kind should? Seeded matches, with intervals."""

from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from agents.catalog import parse_player
from engine.catalog import find_game
from studies.play.rates import Rate
from studies.play.series import play_series, standing
from studies.work.progress import Watch

GREEDY, OSLA = "greedy:value=allEval", "osla"


class Claim(NamedTuple):
    """The first player against all others; its win rate should lie above `bound` (or not below, if `at_least`)."""

    text: str
    players: tuple[str, ...]
    bound: float
    at_least: bool = False


def ladder(text: str, players: list[str], rival: str) -> list[Claim]:
    """Each player of a row against one rival; from the second on none should be worse than the one before."""
    return [Claim(f"{text}, step {i + 1}", (player, rival), -1.0, i > 0) for i, player in enumerate(players)]


CLAIMS = [
    Claim("osla beats random", (OSLA, "random"), 0.5),
    Claim("osla beats three random players", (OSLA, "random", "random", "random"), 0.25),
    Claim("greedy with allEval beats osla with points", (GREEDY, OSLA), 0.5),
    *ladder(
        "minimax grows with depth against greedy", [f"alphabeta:depth={d},value=allEval" for d in (1, 2, 3)], GREEDY
    ),
    *(Claim(f"{agent} with 1000 calls beats osla", (agent, OSLA), 0.5) for agent in ("mcts", "bmrh", "srh")),
    *(
        Claim(f"{agent} with 1000 calls beats three osla", (agent, OSLA, OSLA, OSLA), 0.25)
        for agent in ("mcts", "bmrh", "srh")
    ),
    *(
        claim
        for agent in ("mcts:budget={}", "bmrh:n=1000000,budget={}", "srh:n=1000000,budget={}", "osla:budget={}")
        for claim in ladder(
            f"more budget does not hurt {agent.partition(':')[0]}", [agent.format(b) for b in (100, 1000, 10000)], OSLA
        )
    ),
]


def run(
    games: Annotated[int, typer.Option(help="Games per match.")] = 1000,
    seed: Annotated[int, typer.Option(help="Names the deals.")] = 1,
    only: Annotated[str, typer.Option(help="Only claims that contain this text.")] = "",
    workers: Annotated[int | None, typer.Option(help="Threads; all cores, if not said.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Check on Splendor that the agents are as strong as they should be."""
    claims = [claim for claim in CLAIMS if only in claim.text]
    table = Table("claim", "players", "wins of the first, 95 % interval", "holds")
    before: Rate | None = None
    with Watch(len(claims) * games, quiet) as watch:
        for claim in claims:
            watch.enter(claim.text)
            rate = rate_of(claim, games, seed, workers)
            watch.advance(games, watch.done + games)
            table.add_row(claim.text, " : ".join(claim.players), str(rate), verdict(claim, rate, before))
            before = rate
    Console().print(table)


def rate_of(claim: Claim, games: int, seed: int, workers: int | None = None) -> Rate:
    """The first player's share of the wins, over the same deals for all claims."""
    game = find_game("splendor")
    params = game.Params(players=len(claim.players))
    player_specs = [parse_player(text, game) for text in claim.players]
    return standing(play_series(game, params, player_specs, games, seed, workers), 0).rate


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
