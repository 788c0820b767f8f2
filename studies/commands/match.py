"""`bottega match`: players against each other, with seats rotating."""

import json
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from engine.game import Game
from studies.commands.options import MOST_GAMES, GameName, PlayOptions, grouped, number_option
from studies.play.deals import SHOW, stream_seed
from studies.play.games import Games as Played
from studies.play.lots import Lots, lots_of, rates_by_lot
from studies.play.sequential import Answer, Question, interval, leads, question_of
from studies.play.setup import PreparedGame, prepare_game
from studies.play.standings import Effort, Standing, course_of, different, effort, endings, parts_of, standing
from studies.report.console import letters_for, plain_console, print_legend, table_of
from studies.report.progress import ProgressDisplay
from studies.search.match import distinct, play_match

ABREAST = 3  # rates with their intervals that fit into a line
ENOUGH, MOST = 1000, 100_000  # games of a match; of one that stops when its question is answered


class MatchReport(NamedTuple):
    """A match that was played."""

    prepared: PreparedGame
    names: list[str]
    seed: int
    played: Played
    seconds: float
    verdict: dict[str, Any]  # nothing if nothing was asked


class Fared(NamedTuple):
    """One player of a match: standing, effort, points by part."""

    name: str
    standing: Standing
    effort: Effort
    parts: dict[str, float]
    lots: Lots


@grouped()
def run(
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(help="Players: agent, agent:knob=value,... or @champion.toml; see bottega agents.")
    ],
    games: Annotated[
        int | None,
        number_option(
            1, MOST_GAMES, help=f"Games, in whole rotations of the seats: {ENOUGH:,}; with a question {MOST:,} at most."
        ),
    ] = None,
    until: Annotated[
        Literal["decided"] | None, typer.Option(help="Stop when it is decided who is the strongest.")
    ] = None,
    sprt: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="LOW HIGH", help="Stop when the first player is more than LOW or less than HIGH Elo stronger."
        ),
    ] = None,
    error: Annotated[
        float, number_option(1e-9, 0.5, help="How often a question may be answered wrongly.", fraction=True)
    ] = 0.05,
    *,
    options: PlayOptions,
) -> None:
    """Play players against each other and show how they fared."""
    setup = options.setup(game, len(players))
    prepared = prepare_game(setup)
    specs = options.players(players, prepared)
    names, n = distinct(specs), len(players)
    question = question_of(" ".join(sprt or ()), names, error) if until or sprt else None
    games = games or (MOST if question else ENOUGH)
    start = time.perf_counter()
    with ProgressDisplay(-(-games // n) * n, options.quiet or options.json) as progress:
        progress.enter("playing")
        ask = shown(question, progress) if question else None
        played = play_match(setup, specs, games, options.seed, options.workers, progress.count, ask)
    seconds = time.perf_counter() - start
    verdict = answered(question, played, n, error) if question else {}
    report = MatchReport(prepared, names, options.seed, played, seconds, verdict)
    if options.json:
        print(json.dumps(data_of(report), indent=2))
    else:
        print_report(plain_console(), report)


def fared(report: MatchReport) -> list[Fared]:
    """Every player, in the order in which they were named."""
    prepared, played, n = report.prepared, report.played, len(report.names)
    dealt = lots_of(prepared, played, stream_seed(report.seed, SHOW), n)
    return [
        Fared(
            name,
            standing(played, n, i),
            effort(played, n, i),
            parts_of(played, n, i, prepared.game.PARTS),
            rates_by_lot(dealt, played, n, i),
        )
        for i, name in enumerate(report.names)
    ]


def data_of(report: MatchReport) -> dict[str, Any]:
    """The match as plain figures."""
    played, params = report.played, report.prepared.params
    return {
        "game": report.prepared.game.name,
        "rules": {name: getattr(value, "name", value) for name, value in params._asdict().items()},
        "seed": report.seed,
        "games": len(played),
        "different": different(played, len(report.names)),
        "seconds": round(report.seconds, 3),
        "ended": endings(played),
        "mean_decisions": course_of(played).length,
        **({"question": report.verdict} if report.verdict else {}),
        "players": [
            {
                "name": player.name,
                "rate": player.standing.rate._asdict(),
                "points": player.standing.points,
                "parts": player.parts,
                "lots": {lot: rate._asdict() for lot, rate in player.lots.items()},
                **player.effort._asdict(),
            }
            for player in fared(report)
        ],
    }


def print_report(console: Console, report: MatchReport) -> None:
    """The match for people."""
    players, letters = fared(report), letters_for(report.names)
    print_legend(console, letters)
    console.print(player_table(players, letters))
    print_points(console, report.prepared.game, players, letters)
    ways = ", ".join(f"{way} {100 * part:.1f} %" for way, part in endings(report.played).items() if part)
    games = f"{len(report.played):,} games of {report.prepared.game.title} in {report.seconds:.1f} s"
    console.print(f"{games}; {course_of(report.played).length:.1f} decisions a game; ended: {ways}")
    if report.verdict:
        print_verdict(console, report.verdict, letters[report.names[0]], len(report.played))
    warn_of_one_game(console, report)


def print_points(console: Console, game: Game, players: list[Fared], letters: dict[str, str]) -> None:
    """Points by part and wins by what was dealt, of a game that has such things."""
    heads = [letters[player.name] for player in players]
    if game.PARTS:
        lines = [[letters[player.name], *(f"{part:.1f}" for part in player.parts.values())] for player in players]
        console.print(table_of(["", *game.PARTS], lines, "points by part", game.PARTS))
    if game.lot:
        lots = sorted({lot for player in players for lot in player.lots})
        for at in range(0, len(players), ABREAST):
            some, names = players[at : at + ABREAST], heads[at : at + ABREAST]
            shares = [[lot, *(p.lots[lot].percent if lot in p.lots else "" for p in some)] for lot in lots]
            console.print(table_of(["", *names], shares, f"wins by {game.lot}, % [95 %]", names))


def warn_of_one_game(console: Console, report: MatchReport) -> None:
    """Players without chance in a game without chance: an interval would be a lie."""
    n, varied = len(report.names), report.prepared.game.varied
    if different(report.played, n) <= n < len(report.played):
        cure = f"--rules {varied} draws their openings" if varied else "let chance into the game"
        console.print(
            f"each seating gave one game, again and again: the interval means nothing; {cure}", style="yellow"
        )


def shown(question: Question, progress: ProgressDisplay) -> Callable[[Played], Answer]:
    """The question, asked so that the state of the evidence is seen."""

    def ask(played: Played) -> Answer:
        found = question.answer(played)
        progress.show_best(f"evidence {found.state}")
        return found

    return ask


def print_verdict(console: Console, verdict: dict[str, Any], first: str, games: int) -> None:
    """What the match was played for, and how sure that is."""
    said, error = verdict["meaning"] or f"not decided in {games:,} games", 100 * verdict["error"]
    low, high = (100 * bound for bound in verdict["lead"])
    console.print(f"{said}; wrong in {error:g} % of such matches at most (evidence {verdict['state']})", style="bold")
    console.print(
        f"{first} leads the others by {low:+.1f} to {high:+.1f} points, bounds at all moments at once;"
        " the intervals in the table are those of a match of fixed length"
    )


def answered(question: Question, played: Played, n_players: int, error: float) -> dict[str, Any]:
    """The question's answer as results have it, and the bounds of the first player's lead that hold at all moments."""
    found = question.answer(played)
    return {
        "answer": found.text,
        "meaning": question.meaning.get(found.text, ""),
        "error": error,
        "state": found.state,
        "evidence": found.wealth,
        "needed": found.needed,
        "lead": interval(leads(played, n_players), error),
    }


def player_table(players: list[Fared], letters: dict[str, str]) -> Table:
    """One row a player."""
    head = ["player", "wins, % [95 %]", "points", "decisions", "ms each", "calls each", "calls/s"]
    rows = []
    for name, found, spent, *_ in players:
        thought = f"{spent.decisions:.1f}", f"{spent.milliseconds:.3f}", f"{spent.calls:,.0f}"
        speed = f"{spent.speed / 1e6:.2f} M" if spent.calls else "-"
        rows.append([letters[name], found.rate.percent, f"{found.points:.2f}", *thought, speed])
    return table_of(head, rows, figures=head[1:])
