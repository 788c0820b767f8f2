"""`bottega match`: players against each other, with seats rotating."""

import json
import time
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from agents.catalog import PlayerSpec, parse_player
from engine.errors import InputError
from studies.commands.options import DealSeed, GameName, Preset, Quiet, RuleChanges
from studies.play.games import Games
from studies.play.rates import Rate
from studies.play.setup import prepare_game, setup_for
from studies.play.standings import course_of, different, effort, endings, standing
from studies.report.progress import ProgressDisplay
from studies.search.match import play_match
from studies.spec.players import written_out
from studies.spec.rules import read_changes


def run(
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(help="Players: agent, agent:knob=value,... or @champion.toml; see bottega agents.")
    ],
    games: Annotated[int, typer.Option(help="Games, rounded up to whole rotations of the seats.")] = 1000,
    seed: DealSeed = 1,
    rules: Preset = "",
    set_: RuleChanges = None,
    budget: Annotated[int | None, typer.Option(help="Forward-model calls per decision, for all.")] = None,
    ms: Annotated[float, typer.Option(help="Milliseconds per decision, for all (such games do not repeat).")] = 0.0,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores, if not said.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    quiet: Quiet = False,
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
        played = play_match(setup, player_specs, games, seed, workers, lambda more: progress.advance(more, more))
    seconds = time.perf_counter() - start
    rows = [row_of(name, played, player) for player, name in enumerate(distinct(player_specs))]
    if as_json:
        data = {
            "game": found.name,
            "rules": {name: getattr(value, "name", value) for name, value in params._asdict().items()},
            "seed": seed,
            "games": len(played),
            "different": different(played, len(players)),
            "seconds": round(seconds, 3),
            "ended": endings(played),
            "mean_decisions": course_of(played).length,
            "players": [{**row._asdict(), "rate": row.rate._asdict()} for row in rows],
        }
        print(json.dumps(data, indent=2))
        return
    console = Console()
    console.print(row_table(rows))
    ways = ", ".join(f"{way} {100 * part:.1f} %" for way, part in endings(played).items() if part)
    length = course_of(played).length
    console.print(f"{total:,} games of {found.title} in {seconds:.1f} s; {length:.1f} decisions a game; ended: {ways}")
    if different(played, len(players)) <= len(players) < total:
        cure = f"--rules {found.varied} draws their openings" if found.varied else "let chance into the game"
        console.print(
            f"each seating gave one game, again and again: the interval means nothing; {cure}", style="yellow"
        )


class Row(NamedTuple):
    """How one player fared."""

    name: str
    rate: Rate  # share of the wins
    points: float  # mean
    decisions: float  # per game
    milliseconds: float  # per decision
    calls: float  # forward-model calls per decision
    speed: float  # forward-model calls per second of thinking


def row_of(name: str, played: Games, player: int) -> Row:
    """One player's figures over all games."""
    n_players = played["points"].shape[1]
    found = standing(played, n_players, player)
    return Row(name, found.rate, found.points, *effort(played, n_players, player))


def distinct(players: list[PlayerSpec]) -> list[str]:
    """Names that can be told apart."""
    names: list[str] = []
    for player in players:
        again = sum(name.split(" #")[0] == player.name for name in names)
        names.append(f"{player.name} #{again + 1}" if again else player.name)
    return names


def row_table(rows: list[Row]) -> Table:
    """One row a player."""
    table = Table()
    table.add_column("player", overflow="fold")
    for title in ("wins, 95 % interval", "points", "decisions", "ms/decision", "calls/decision", "calls/s"):
        table.add_column(title, justify="right")
    for row in rows:
        table.add_row(
            row.name,
            str(row.rate),
            f"{row.points:.2f}",
            f"{row.decisions:.1f}",
            f"{row.milliseconds:.3f}",
            f"{row.calls:,.0f}",
            f"{row.speed / 1e6:.2f} M" if row.calls else "-",
        )
    return table
