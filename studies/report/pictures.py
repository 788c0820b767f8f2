"""Which pictures a study gets."""

from pathlib import Path

from studies.play.rates import Rate
from studies.report import plots, plots_design, plots_evolve
from studies.report.analysis import axes_of, generation_points, generations_of, marginals_of
from studies.report.result import ResultData, finalist_data
from studies.search.comparison import Comparison, ComparisonPlan
from studies.search.folder import RunFolder
from studies.search.formula_space import shortest
from studies.search.history import Tally, modelled
from studies.search.learning import LearnPlan
from studies.search.plan import SearchPlan
from studies.search.run import Findings
from studies.spec.study import AimPart

PLOTS = "plots"
ENOUGH_GAMES, ENOUGH_CANDIDATES = 20, 10  # to rank candidates by their own games


def search_pictures(plan: SearchPlan, findings: Findings, folder: RunFolder) -> list[str]:
    """The pictures of a study that searches; the files' places in its folder."""
    here, history = folder / PLOTS, findings.history
    even, what, about = plan.measure.even, what_is_measured(plan), title_of(plan)
    candidates = list(history.tallies.values())
    title, confirmed = f"{what.capitalize()} while searching: {about}", confirmed_points(plan, findings)
    known = {plan.space.name: [candidate.mean for candidate in well_known(candidates)]}
    drawn = [
        plots.progress(here / "progress.png", title, history.chosen, even, what, confirmed),
        plots.landscape(here / "landscape.png", f"Ordered fitness landscape: {about}", known, even, what),
    ]
    if plan.study.budget.repeats > 1:
        drawn.append(repeats_picture(plan, findings, here / "repeats.png"))
    if plan.space.knobs:
        marginals = marginals_of(history.rows)
        title = f"What each value gave (share explained): {about}"
        drawn.append(plots.marginals(here / "marginals.png", title, marginals, what))
        drawn.append(plots.importance(here / "importance.png", f"Which knobs matter: {about}", marginals))
        points = [candidate.values for candidate in candidates]
        champion = next((i for i, values in enumerate(points) if values == findings.champion.values), None)
        axes = axes_of(plan.space.knobs, points)
        title = f"All candidates, by what the model makes of them: {about}"
        values = modelled(plan.space.knobs, candidates)[0].tolist()
        drawn.append(plots.coordinates(here / "coordinates.png", title, axes, values, champion, f"modelled {what}"))
    drawn += evolution_pictures(plan, findings, here)
    if plan.study.balance:
        drawn += balance_pictures(plan, plan.study.balance, findings, here)
    return [f"{PLOTS}/{path.name}" for path in drawn]


def learn_pictures(plan: LearnPlan, findings: Findings, folder: RunFolder) -> list[str]:
    """The pictures of a study that learns: how both losses fell, round by round."""
    study = plan.study
    title = f"Learning {study.positions.target} ({study.game.name}, {plan.n_players} players): {study.name}"
    courses = {f"round {learnt.number}": learnt.losses for learnt in findings.rounds}
    return [f"{PLOTS}/{plots_evolve.losses(folder / PLOTS / 'losses.png', title, courses).name}"]


def well_known(candidates: list[Tally]) -> list[Tally]:
    """The candidates with enough games to be ranked, if there are some: else an ordered landscape is one of luck."""
    enough = [candidate for candidate in candidates if candidate.n >= ENOUGH_GAMES]
    return enough if len(enough) >= ENOUGH_CANDIDATES else candidates


def evolution_pictures(plan: SearchPlan, findings: Findings, here: Path) -> list[Path]:
    """The champion's formula, and where there were generations their course and their variety."""
    even, about = plan.measure.even, title_of(plan)
    drawn = []
    if value := plan.space.value(findings.champion.values):
        title = f"What the champion strives for: {about}"
        drawn.append(plots_evolve.tree(here / "formula.png", title, value.expression, shortest(value)))
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


def match_pictures(plan: ComparisonPlan, comparison: Comparison, folder: RunFolder) -> list[str]:
    """The pictures of a compare study, the strongest players first."""
    entries, order = comparison.entries, {rating.name: place for place, rating in enumerate(comparison.ranking)}
    study, here = plan.study, folder / PLOTS
    title = f"{study.name}: {study.game.name}, {plan.n_players} players, {study.games} games a match"
    if study.ladder:
        rungs = [(entry.row, entry.standing.rate) for entry in entries]
        title += f", against {entries[0].column}"
        path = plots.ladder(here / "ladder.png", title, study.ladder.knob, rungs, 1 / plan.n_players)
    else:
        rows = sorted(dict.fromkeys(entry.row for entry in entries), key=lambda row: order.get(row, 0))
        columns = rows if study.form == "round-robin" else list(dict.fromkeys(entry.column for entry in entries))
        cells = {(rows.index(e.row), columns.index(e.column)): e.standing.rate for e in entries}
        path = plots.crosstable(here / "matches.png", title, rows, columns, cells)
    return [f"{PLOTS}/{path.name}"]


def confirmed_points(plan: SearchPlan, findings: Findings) -> dict[str, tuple[float, Rate]]:
    """What champion and default got on fresh deals, drawn behind the last game of the search."""
    end = plan.search_games * plan.study.budget.repeats
    proof = {"champion": findings.confirmed.champion, "default": findings.confirmed.default}
    return {
        f"{who}, confirmed on fresh deals": ((1.03 + 0.03 * i) * end, plan.measure.rate(games))
        for i, (who, games) in enumerate(proof.items())
    }


def title_of(plan: SearchPlan) -> str:
    """The subject of a picture, for its title."""
    study, who = plan.study, plan.space.name
    return f"{who} by {study.optimiser.name} {plan.against} ({study.game.name}, {plan.n_players} players)"


def what_is_measured(plan: SearchPlan) -> str:
    """The figure that is raised, in words."""
    return plan.measure.name.replace("_", " ")


def balance_pictures(plan: SearchPlan, aim: AimPart, findings: Findings, here: Path) -> list[Path]:
    """Advantage against length of all finalists, and how often each seat wins."""
    data = [entry for entry in finalist_data(plan, findings.finalists) if "advantage" in entry]
    sets = [as_spot(entry) for entry in data]
    proof = {"default": findings.confirmed.default, "champion": findings.confirmed.champion}
    seats = {
        who: [Rate(*seat.values()) for seat in plan.measure.figures(games)["seats"]] for who, games in proof.items()
    }
    about = plan.study.name
    band = (aim.length - (aim.tolerance or 0), aim.length + (aim.tolerance or 0)) if aim.length else None
    return [
        plots_design.plane(here / "balance.png", f"Advantage against length on fresh deals: {about}", sets, band),
        plots_design.seats(here / "seats.png", f"Wins by seat on fresh deals: {about}", seats),
    ]


def as_spot(entry: ResultData) -> plots_design.Spot:
    """A finalist to draw."""
    name = "champion" if entry["place"] == 1 else "default" if entry["origin"] == "default" else ""
    length, advantage = (
        Rate(entry[figure], entry[f"{figure}_low"], entry[f"{figure}_high"], entry["games"])
        for figure in ("length", "advantage")
    )
    return plots_design.Spot(name, length, advantage, bool(entry.get("front")))
