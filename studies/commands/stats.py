"""`bottega stats`: what games of a rule set look like: length, seats, lead, and what cards and boards are won with."""

import json
import time
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console

from engine.survey import MOMENTS, uses_of
from studies.commands.match import in_percent
from studies.commands.options import MOST_GAMES, GameName, PlayOptions, grouped, number_option
from studies.play.games import lengths, shares
from studies.play.rates import margin_of
from studies.play.setup import GameSetup, prepare_game
from studies.play.standings import endings
from studies.play.survey import Surveyed, Use, even_rate, lead_of, pieces_used
from studies.report.console import plain_console, table_of
from studies.report.progress import ProgressDisplay
from studies.search.survey import survey_games

RANDOM, GIVEN = 100_000, 1000  # games, of random players and of others
SHOWN = 8  # of a table's best and worst rows


class Column(NamedTuple):
    """Games of one rule set and its players."""

    setup: GameSetup
    seen: Surveyed
    seconds: float


@grouped()
def run(
    game: GameName,
    players: Annotated[
        list[str] | None,
        typer.Argument(help="Who plays: one player for all seats, or one for each; random if not given."),
    ] = None,
    games: Annotated[
        int | None, number_option(1, MOST_GAMES, help=f"Games per column: {RANDOM:,}; {GIVEN:,} of given players.")
    ] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Show every card and board, not only the best and worst.")
    ] = False,
    *,
    options: PlayOptions,
) -> None:
    """Length, endings, seats, points and lead of games, and how often players won with each card or board."""
    texts = players or []
    several = len(texts) > 1
    setup = options.setup(game, len(texts) if several else 0)
    prepared = prepare_game(setup)
    specs = options.players(texts or ["random"], prepared) * (1 if several else prepared.n_players)
    wanted = games or (GIVEN if texts else RANDOM)
    setups = {"as given": setup} if texts else weightings(setup)
    columns: dict[str, Column] = {}
    with ProgressDisplay(wanted * len(setups), options.quiet or options.json) as progress:
        progress.enter("playing")
        for name, weighted in setups.items():
            start = time.perf_counter()
            seen = survey_games(weighted, specs, wanted, options.seed, options.workers, progress.count)
            columns[name] = Column(weighted, seen, time.perf_counter() - start)
    if options.json:
        data = {name: data_of(column) for name, column in columns.items()}
        typer.echo(json.dumps({"game": game, "games": wanted, "seed": options.seed, "columns": data}, indent=1))
    else:
        print_columns(plain_console(), columns, ", ".join(texts) or "random players", all_)


def weightings(setup: GameSetup) -> dict[str, GameSetup]:
    """The rule set as it is and, where random actions are weighted by kind, with equal weights."""
    weights = prepare_game(setup).game.random_weights
    if not weights:
        return {"uniform": setup}
    equal = {**dict(setup.rules), **dict.fromkeys(weights, 1.0)}
    return {"as weighted": setup, "equal weights": setup._replace(rules=tuple(equal.items()))}


def pieces_by_use(column: Column) -> dict[str, list[Use]]:
    """By use, the pieces that were used."""
    prepared = prepare_game(column.setup)
    names = uses_of(prepared.game, prepared.rules)
    return {
        use: pieces_used(names[use], sums, column.seen.games) for use, sums in zip(names, column.seen.sums, strict=True)
    }


def data_of(column: Column) -> dict[str, Any]:
    """A column as plain figures."""
    games, lead = column.seen.games, lead_of(column.seen.courses)
    length, wins = lengths(games), shares(games)
    return {
        "games": len(games),
        "decisions": {"mean": length.mean(), "sd": length.std(), "least": int(length.min()), "most": int(length.max())},
        "ended": endings(games),
        "seats": [
            {"seat": i, "win_rate": float(win), "points": float(points)}
            for i, (win, points) in enumerate(zip(wins.mean(axis=0), games["points"].mean(axis=0), strict=True), 1)
        ],
        "lead": {
            "in": prepare_game(column.setup).game.lead,
            "changes": lead.changes,
            "unchanged": lead.unchanged,
            "settled": lead.settled,
            "leaders": [
                {"at": at, "alone": alone, "wins": rate._asdict()}
                for at, alone, rate in zip(MOMENTS, lead.alone, lead.wins, strict=True)
            ],
        },
        "uses": {
            use: [{**piece._asdict(), "wins": piece.wins._asdict()} for piece in pieces]
            for use, pieces in pieces_by_use(column).items()
        },
        "seconds": column.seconds,
    }


def print_columns(console: Console, columns: dict[str, Column], players: str, all_: bool) -> None:
    """A column for each rule set, then what was done with each piece under the first."""
    first = next(iter(columns.values()))
    prepared = prepare_game(first.setup)
    title = f"{len(first.seen.games):,} games of {prepared.game.title}: {players}"
    shown = [figures(column) | {"seconds": f"{column.seconds:.1f}"} for column in columns.values()]
    rows = [[label, *(column[label] for column in shown)] for label in shown[0]]
    console.print(title, style="bold")
    console.print(table_of(["", *columns], rows, figures=columns))
    for use, pieces in pieces_by_use(first).items():
        if pieces:
            print_pieces(console, use, pieces, even_rate(first.seen.games), all_)


def figures(column: Column) -> dict[str, str]:
    """What the games of one rule set came to."""
    games, lead = column.seen.games, lead_of(column.seen.courses)
    length, wins = lengths(games), shares(games)
    error = max(map(margin_of, wins.T))
    rows = {
        "decisions, mean": f"{length.mean():.2f}",
        "standard deviation": f"{length.std():.2f}",
        "shortest, longest": f"{length.min()}, {length.max()}",
    }
    rows |= {way: f"{100 * share:.2f} %" for way, share in endings(games).items()}
    rows |= {f"wins, seat {i}": f"{100 * win:.2f} ± {100 * error:.2f} %" for i, win in enumerate(wins.mean(axis=0), 1)}
    rows |= {f"points, seat {i}": f"{mean:.2f}" for i, mean in enumerate(games["points"].mean(axis=0), 1)}
    rows |= {
        f"lead changes ({prepare_game(column.setup).game.lead})": f"{lead.changes:.2f}",
        "games without one": f"{100 * lead.unchanged:.1f} %",
        "winner never behind after": f"{100 * lead.settled:.1f} % of a game",
    }
    leaders = zip(MOMENTS, lead.wins, strict=True)
    return rows | {f"leader at {100 * at:.0f} % wins": str(rate) if rate.games else "-" for at, rate in leaders}


def print_pieces(console: Console, use: str, pieces: list[Use], even: float, all_: bool) -> None:
    """One row a piece: in how many games, how often a player and a winner, and how often with it was won."""
    head = ["", "games %", "each", "winner", "wins % [95 %]"]
    cut = not all_ and len(pieces) > 2 * SHOWN
    rows = [
        [piece.name, f"{100 * piece.games:.1f}", f"{piece.times:.2f}", f"{piece.winner:.2f}", in_percent(piece.wins)]
        for piece in (pieces[:SHOWN] + pieces[-SHOWN:] if cut else pieces)
    ]
    which = f", the best and worst {SHOWN} of {len(pieces)} (--all)" if cut else ""
    console.print(f"\n{use}{which}; even is {100 * even:.1f} %", style="bold")
    console.print(table_of(head, rows, figures=head[1:], gaps=SHOWN if cut else 0))
