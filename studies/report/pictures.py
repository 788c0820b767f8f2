"""Which pictures a study gets."""

from collections.abc import Sequence
from pathlib import Path

from studies.play.balance import Balance
from studies.play.rates import Rate
from studies.report import plots, plots_design, plots_evolve
from studies.report.analysis import Pooled, axes_of, generation_points, generations_of, marginals_of, pool
from studies.report.plots import Point
from studies.report.result import finalist_data
from studies.report.views import ResultData
from studies.search.comparison import ComparisonPlan, Entry
from studies.search.folder import RunFolder
from studies.search.formula_space import as_branch, shortest
from studies.search.history import Checkpoint
from studies.search.plan import SearchPlan
from studies.search.run import Findings

PLOTS = "plots"
ENOUGH_GAMES, ENOUGH_CANDIDATES = 20, 10  # to rank candidates by their own games


def search_pictures(plan: SearchPlan, findings: Findings, folder: RunFolder) -> list[str]:
    """Of a study that searches; the files' places in its folder."""
    here, history = folder / PLOTS, findings.history
    even, what, about = plan.measure.even, what_is_measured(plan), title_of(plan)
    candidates = pool(history.rows)
    drawn: list[Path] = [
        plots.progress(
            here / "progress.png", f"{what.capitalize()} while searching: {about}",
            {"the optimiser's choice": points_of(history.chosen), "best so far": points_of(history.bests)}, even, what,
        ),
        plots.landscape(
            here / "landscape.png", f"Ordered fitness landscape: {about}",
            {plan.space.name: [candidate.rate for candidate in well_known(candidates)]}, even, what,
        ),
    ]  # fmt: skip
    if plan.study.budget.repeats > 1:
        drawn.append(repeats_picture(plan, findings, here / "repeats.png"))
    if plan.space.knobs:
        marginals = marginals_of(history.rows)
        title = f"What each value gave (share explained): {about}"
        drawn.append(plots.marginals(here / "marginals.png", title, marginals, what))
        drawn.append(plots.importance(here / "importance.png", f"Which knobs matter: {about}", marginals))
        points = [candidate.values for candidate in candidates]
        champion = next((i for i, values in enumerate(points) if values == findings.champion.values), None)
        rates = [candidate.rate for candidate in candidates]
        axes = axes_of(plan.space.knobs, points)
        title = f"All candidates: {about}"
        drawn.append(plots.coordinates(here / "coordinates.png", title, axes, rates, champion, what))
    drawn += evolution_pictures(plan, findings, here)
    if isinstance(plan.measure, Balance):
        drawn += balance_pictures(plan, plan.measure, findings, here)
    return [path.relative_to(folder.path).as_posix() for path in drawn]


def well_known(candidates: list[Pooled]) -> list[Pooled]:
    """Those with enough games to be ranked, if there are some: else an ordered landscape is one of luck."""
    enough = [candidate for candidate in candidates if candidate.games >= ENOUGH_GAMES]
    return enough if len(enough) >= ENOUGH_CANDIDATES else candidates


def evolution_pictures(plan: SearchPlan, findings: Findings, here: Path) -> list[Path]:
    """The champion's formula, and where there were generations their course and their variety."""
    even, about = plan.measure.even, title_of(plan)
    drawn = []
    if value := plan.space.value(findings.champion.values):
        branch, title = as_branch(value.expression), f"What the champion strives for: {about}"
        drawn.append(plots_evolve.tree(here / "formula.png", title, branch, shortest(value)))
    generations = generations_of(findings.history.rows)
    if not generations:
        return drawn
    best, mean = generation_points(generations)
    populations = {number: [row.rate for row in rows] for number, rows in generations.items()}
    return [
        *drawn,
        plots_evolve.generations(here / "generations.png", f"Fitness per generation: {about}", best, mean, even),
        plots_evolve.snapshots(here / "populations.png", f"Population snapshots: {about}", populations, even),
    ]


def repeats_picture(plan: SearchPlan, findings: Findings, path: Path) -> Path:
    """What each independent search found, measured by the race's games."""
    rates = [
        (finalist.origin, plan.measure.rate(finalist.games).mean)
        for finalist in findings.finalists
        if len(finalist.games)
    ]
    raced, by_search = [rate for _, rate in rates], dict(rates[::-1])
    best = [rate for origin, rate in by_search.items() if origin != "default"]
    games = f"{plan.search_games} games"
    groups = {games: {"first choice of each search": best, "all finalists": raced}}
    title = f"What {plan.study.budget.repeats} searches found, on fresh deals: {title_of(plan)}"
    return plots.boxes(path, title, groups, "budget of one search", plan.measure.even, what_is_measured(plan))


def match_pictures(plan: ComparisonPlan, entries: list[Entry], folder: RunFolder) -> list[str]:
    """Of a compare study."""
    study, here = plan.study, folder / PLOTS
    even = 1 / plan.n_players
    title = f"{study.name}: {study.game.name}, {plan.n_players} players, {study.games} games a match"
    if study.ladder:
        rungs = [(entry.row, as_point(entry.standing.rate)) for entry in entries]
        path = plots.ladder(
            here / "ladder.png", f"{title}, against {entries[0].column}", study.ladder.knob, rungs, even
        )
    else:
        rows = list(dict.fromkeys(entry.row for entry in entries))
        columns = list(dict.fromkeys(entry.column for entry in entries))
        if study.form == "round-robin":
            columns = rows
        cells = {(rows.index(e.row), columns.index(e.column)): as_point(e.standing.rate) for e in entries}
        path = plots.crosstable(here / "matches.png", title, rows, cells, columns)
    return [path.relative_to(folder.path).as_posix()]


def as_point(rate: Rate, x: float = 0) -> Point:
    """A rate to draw."""
    return Point(x, rate.mean, rate.low, rate.high)


def points_of(checkpoints: Sequence[Checkpoint]) -> list[Point]:
    """Rates by games played, to draw."""
    return [as_point(rate, games) for games, rate in checkpoints]


def title_of(plan: SearchPlan) -> str:
    """What a picture is about."""
    study, who = plan.study, plan.space.name
    return f"{who} by {study.optimiser.name} {plan.against} ({study.game.name}, {plan.n_players} players)"


def what_is_measured(plan: SearchPlan) -> str:
    """The figure that is raised, in words."""
    return plan.measure.name.replace("_", " ")


def balance_pictures(plan: SearchPlan, balance: Balance, findings: Findings, here: Path) -> list[Path]:
    """Advantage against length of all finalists, and how often each seat wins."""
    data = [entry for entry in finalist_data(plan, findings.finalists) if "advantage" in entry]
    sets = [as_spot(entry) for entry in data]
    proof = {"default": findings.confirmed.default, "champion": findings.confirmed.champion}
    seats = {who: plan.measure.figures(games)["seats"] for who, games in proof.items()}
    aim, about = balance.aim, plan.study.name
    band = (aim.length - (aim.tolerance or 0), aim.length + (aim.tolerance or 0)) if aim.length else None
    return [
        plots_design.plane(here / "balance.png", f"Advantage against length on fresh deals: {about}", sets, band),
        plots_design.seats(here / "seats.png", f"Wins by seat on fresh deals: {about}", seats),
    ]


def as_spot(entry: ResultData) -> plots_design.Spot:
    """A finalist to draw."""
    name = "champion" if entry["place"] == 1 else "default" if entry["origin"] == "default" else ""
    length, advantage = (
        (entry[figure], entry[f"{figure}_low"], entry[f"{figure}_high"]) for figure in ("length", "advantage")
    )
    return plots_design.Spot(name, length, advantage, bool(entry.get("front")))
