"""Which pictures a study gets."""

from pathlib import Path

from engine.catalog import find_game
from studies.play.matches import Contest, Entry
from studies.play.rates import Rate
from studies.show import plots, plots_design, plots_evolve
from studies.show.analysis import Pooled, axes_of, generation_points, generations_of, marginals_of, pool
from studies.show.plots import Point
from studies.show.result import Result, finalist_data
from studies.study.evolved import as_branch, shortest, value_of
from studies.study.folder import Folder
from studies.study.setup import Setup
from studies.study.spec import Design, Evolve
from studies.work.run import Findings

PLOTS = "plots"
ENOUGH_GAMES, ENOUGH_CANDIDATES = 20, 10  # to rank candidates by their own games


def search_pictures(setup: Setup, findings: Findings, folder: Folder) -> list[str]:
    """Of a study that searches; the files' places in its folder."""
    here, rows = folder / PLOTS, findings.story.rows
    even, what, about = setup.measure.even, what_is_measured(setup), subject(setup)
    candidates = pool(rows)
    drawn: list[Path] = [
        plots.progress(
            here / "progress.png", f"{what.capitalize()} while searching: {about}",
            {"the optimiser's choice": findings.story.chosen, "best so far": findings.story.bests}, even, what,
        ),
        plots.landscape(
            here / "landscape.png", f"Ordered fitness landscape: {about}",
            {setup.subject.name: [candidate.rate for candidate in well_known(candidates)]}, even, what,
        ),
    ]  # fmt: skip
    if setup.study.budget.repeats > 1:
        drawn.append(repeats_picture(setup, findings, here / "repeats.png"))
    if setup.subject.space:
        marginals = marginals_of(rows)
        title = f"What each value gave (share explained): {about}"
        drawn.append(plots.marginals(here / "marginals.png", title, marginals, what))
        drawn.append(plots.importance(here / "importance.png", f"Which knobs matter: {about}", marginals))
        points = [candidate.values for candidate in candidates]
        champion = next((i for i, values in enumerate(points) if values == findings.champion.values), None)
        rates = [candidate.rate for candidate in candidates]
        axes = axes_of(setup.subject.space, points)
        title = f"All candidates: {about}"
        drawn.append(plots.coordinates(here / "coordinates.png", title, axes, rates, champion, what))
    drawn += evolution_pictures(setup, findings, here)
    if isinstance(setup.study, Design):
        drawn += design_pictures(setup, findings, here)
    return [path.relative_to(folder.path).as_posix() for path in drawn]


def well_known(candidates: list[Pooled]) -> list[Pooled]:
    """Those with enough games to be ranked, if there are some: else an ordered landscape is one of luck."""
    enough = [candidate for candidate in candidates if candidate.games >= ENOUGH_GAMES]
    return enough if len(enough) >= ENOUGH_CANDIDATES else candidates


def evolution_pictures(setup: Setup, findings: Findings, here: Path) -> list[Path]:
    """The champion's formula, and where there were generations their course and their variety."""
    even, about = setup.measure.even, subject(setup)
    drawn = []
    if isinstance(setup.study, Evolve):
        value = value_of(find_game(setup.study.game.name), findings.champion.player)
        branch, title = as_branch(value.expression), f"What the champion strives for: {about}"
        drawn.append(plots_evolve.tree(here / "formula.png", title, branch, shortest(value)))
    generations = generations_of(findings.story.rows)
    if not generations:
        return drawn
    best, mean = generation_points(generations)
    populations = {number: [row.rate for row in rows] for number, rows in generations.items()}
    return [
        *drawn,
        plots_evolve.generations(here / "generations.png", f"Fitness per generation: {about}", best, mean, even),
        plots_evolve.snapshots(here / "populations.png", f"Population snapshots: {about}", populations, even),
    ]


def repeats_picture(setup: Setup, findings: Findings, path: Path) -> Path:
    """What each independent search found, measured by the race's games."""
    rates = [
        (finalist.origin, setup.measure.rate(finalist.games).mean) for finalist in findings.finalists if finalist.games
    ]
    raced, by_search = [rate for _, rate in rates], dict(rates[::-1])
    best = [rate for origin, rate in by_search.items() if origin != "default"]
    games = f"{setup.search_games} games"
    groups = {games: {"first choice of each search": best, "all finalists": raced}}
    title = f"What {setup.study.budget.repeats} searches found, on fresh deals: {subject(setup)}"
    return plots.boxes(path, title, groups, "budget of one search", setup.measure.even, what_is_measured(setup))


def match_pictures(contest: Contest, entries: list[Entry], folder: Folder) -> list[str]:
    """Of a compare study."""
    study, here = contest.study, folder / PLOTS
    even = 1 / contest.n_players
    title = f"{study.name}: {study.game.name}, {contest.n_players} players, {study.games} games a match"
    if study.ladder:
        rungs = [(entry.row, as_point(entry.rate)) for entry in entries]
        path = plots.ladder(
            here / "ladder.png", f"{title}, against {entries[0].column}", study.ladder.knob, rungs, even
        )
    else:
        rows = list(dict.fromkeys(entry.row for entry in entries))
        columns = list(dict.fromkeys(entry.column for entry in entries))
        if study.form == "round-robin":
            columns = rows
        cells = {(rows.index(e.row), columns.index(e.column)): as_point(e.rate) for e in entries}
        path = plots.crosstable(here / "matches.png", title, rows, cells, columns)
    return [path.relative_to(folder.path).as_posix()]


def as_point(rate: Rate) -> Point:
    """A rate to draw."""
    return Point(0, rate.mean, rate.low, rate.high)


def subject(setup: Setup) -> str:
    """What a picture is about."""
    study, who = setup.study, setup.subject.name
    return f"{who} by {study.optimiser.name} {setup.company_text} ({study.game.name}, {setup.n_players} players)"


def what_is_measured(setup: Setup) -> str:
    """The figure that is raised, in words."""
    return setup.measure.name.replace("_", " ")


def design_pictures(setup: Setup, findings: Findings, here: Path) -> list[Path]:
    """Advantage against length of all finalists, and how often each seat wins."""
    data = [entry for entry in finalist_data(setup, findings.finalists) if "advantage" in entry]
    sets = [as_spot(entry) for entry in data]
    proof = {"default": findings.confirmed.default, "champion": findings.confirmed.champion}
    seats = {who: setup.measure.figures(games)["seats"] for who, games in proof.items()}
    assert isinstance(setup.study, Design)
    aim, about = setup.study.aim, setup.study.name
    band = (aim.length - (aim.tolerance or 0), aim.length + (aim.tolerance or 0)) if aim.length else None
    return [
        plots_design.plane(here / "balance.png", f"Advantage against length on fresh deals: {about}", sets, band),
        plots_design.seats(here / "seats.png", f"Wins by seat on fresh deals: {about}", seats),
    ]


def as_spot(entry: Result) -> plots_design.Spot:
    """A finalist to draw."""
    name = "champion" if entry["place"] == 1 else "default" if entry["origin"] == "default" else ""
    length, advantage = (
        (entry[figure], entry[f"{figure}_low"], entry[f"{figure}_high"]) for figure in ("length", "advantage")
    )
    return plots_design.Spot(name, length, advantage, bool(entry.get("front")))
