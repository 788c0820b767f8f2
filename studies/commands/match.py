"""`bottega match`: players against each other, with seats rotating."""

import json
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from agents.catalog import parse_player
from engine.errors import InputError
from studies.play.setup import prepare_game, setup_for
from studies.report.progress import ProgressDisplay
from studies.search.series import Series, Standing, different, endings, play_series, standing
from studies.spec.players import written_out
from studies.spec.rules import read_changes


def run(
    game: Annotated[str, typer.Argument(help="The game.")],
    players: Annotated[list[str], typer.Argument(help="Players, such as mcts:c=1.4,d=6 or greedy:value=allEval.")],
    games: Annotated[int, typer.Option(help="Games, rounded up to whole rotations of the seats.")] = 1000,
    seed: Annotated[int, typer.Option(help="Names the deals.")] = 1,
    rules: Annotated[str, typer.Option(help="A preset of the game.")] = "",
    set_: Annotated[list[str] | None, typer.Option("--set", help="Change a rule: --set end_points=20")] = None,
    budget: Annotated[int | None, typer.Option(help="Forward-model calls per decision, for all.")] = None,
    ms: Annotated[float, typer.Option(help="Milliseconds per decision, for all (such games do not repeat).")] = 0.0,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores, if not said.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Play players against each other and show how they fared."""
    if games < 1 or seed < 0:
        raise InputError(f"--games {games} --seed {seed}: at least one game and a seed from 0 on are wanted")
    setup = setup_for(game, rules, read_changes(set_ or []), len(players))
    found, params, *_ = prepare_game(setup)
    player_specs = [parse_player(written_out(text), found, budget, ms) for text in players]
    total = -(-games // len(players)) * len(players)
    start = time.perf_counter()
    with ProgressDisplay(total, quiet or as_json) as progress:
        progress.enter("playing")
        series = play_series(setup, player_specs, games, seed, workers, lambda played: progress.advance(played, played))
    seconds = time.perf_counter() - start
    standings = [standing(series, player) for player in range(len(players))]
    if as_json:
        print(json.dumps(as_data(found.name, params, seed, series, standings, seconds), indent=2))
        return
    console = Console()
    console.print(standings_table(standings))
    ways = ", ".join(f"{way} {100 * part:.1f} %" for way, part in endings(series).items() if part)
    length = series.results.length.mean()
    console.print(f"{total:,} games of {found.title} in {seconds:.1f} s; {length:.1f} decisions a game; ended: {ways}")
    if different(series) <= len(players) < total:
        cure = f"--rules {found.varied} draws their openings" if found.varied else "let chance into the game"
        console.print(
            f"each seating gave one game, again and again: the interval means nothing; {cure}", style="yellow"
        )


def standings_table(standings: list[Standing]) -> Table:
    """One row a player."""
    table = Table()
    table.add_column("player", overflow="fold")
    for title in ("wins, 95 % interval", "points", "decisions", "ms/decision", "calls/decision", "calls/s"):
        table.add_column(title, justify="right")
    for line in standings:
        table.add_row(
            line.name,
            str(line.rate),
            f"{line.points:.2f}",
            f"{line.decisions:.1f}",
            f"{line.milliseconds:.3f}",
            f"{line.calls:,.0f}",
            f"{line.speed / 1e6:.2f} M" if line.calls else "-",
        )
    return table


def as_data(
    game: str, params: Any, seed: int, series: Series, standings: list[Standing], seconds: float
) -> dict[str, Any]:
    """The same for machines."""
    return {
        "game": game,
        "rules": {name: getattr(value, "name", value) for name, value in params._asdict().items()},
        "seed": seed,
        "games": len(series.results),
        "different": different(series),
        "seconds": round(seconds, 3),
        "ended": endings(series),
        "mean_decisions": float(series.results.length.mean()),
        "players": [{**line._asdict(), "rate": line.rate._asdict()} for line in standings],
    }
