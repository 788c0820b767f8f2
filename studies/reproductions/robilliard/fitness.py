"""Sections 4.4 and 5: what fitness on the training games is worth on fresh deals and boards."""

from pathlib import Path
from typing import NamedTuple

import studies
from studies.farm.local import LocalFarm
from studies.play.deals import CONFIRM, SEARCH, stream_seed
from studies.play.jobs import evaluate
from studies.play.lots import lots_of, rates_by_lot
from studies.play.measure import Wins
from studies.play.setup import prepare_game
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, mean_row
from studies.search.plan import SearchPlan
from studies.search.search import Search
from studies.search.store import GameStore
from studies.spec.study import Evolve, GamePart, SourcePart
from studies.spec.study_file import load

FILE = Path(studies.__file__).parent / "specs" / "robilliard" / "evolve-sevenwonders-greedy.toml"
SIZES = (102, 501)  # games a fitness
EVALUATIONS, REPEATS, TRUTH = 600, 4, 2499  # formulas of a run, runs, games that judge what a run found
TRAINING, DEALS, BOARDS, WORST = "on its training games", "on fresh deals", "on fresh boards", "with its worst board"


class Found(NamedTuple):
    """What the best formula of one run wins."""

    training: float
    deals: float  # of the same set-ups of boards
    boards: float
    worst: float  # the lowest rate of a board


def evolve(size: int, evaluations: int, truth: int, seed: int, farm: LocalFarm) -> Found:
    """One run of genetic programming, its best formula judged."""
    sets = [f"seed={seed}", f"evaluation.games={size}", f"budget.games={size * evaluations}", "budget.race=0.0"]
    study = load(FILE, sets)
    assert isinstance(study, Evolve)
    plan = SearchPlan(study, str(FILE))
    optimiser = Search(plan, 0, GameStore(farm), lambda trial: None, lambda values, games: None).run()
    best, search, fresh = optimiser.recommend().values, stream_seed(seed, SEARCH), stream_seed(seed, CONFIRM)
    jobs = plan.job(best, search, 0, size), plan.job(best, fresh, 0, truth), plan.job(best, fresh, 0, truth, proof=True)
    games = [future.result() for future in [farm.submit(evaluate, job) for job in jobs]]
    training, deals, boards = (Wins(plan.n_players).rate(some).mean for some in games)
    dealt = lots_of(prepare_game(plan.proof_setup), games[-1], fresh, plan.block)
    by_board = rates_by_lot(dealt, games[-1], plan.block)
    return Found(training, deals, boards, min(rate.mean for rate in by_board.values()))


def measure(order: Order) -> Measured:
    """Several runs with few and with many games a fitness, as many formulas each."""
    evaluations, truth = order.games(EVALUATIONS), max(3, order.games(TRUTH // 3) * 3)
    rows = []
    farm = LocalFarm()
    try:
        for size in SIZES:
            found = [evolve(size, evaluations, truth, order.seed * 100 + i, farm) for i in range(REPEATS)]
            for name, rates in zip((TRAINING, DEALS, BOARDS, WORST), zip(*found, strict=True), strict=True):
                rows.append(mean_row(f"{size} games, {name}", WIN_RATE, rates, rate=True))
            gaps = [one.training - one.boards for one in found]
            rows.append(mean_row(f"{size} games, training less fresh boards", WIN_RATE, gaps, rate=True))
    finally:
        farm.close(cancel=True)
    games = REPEATS * sum(size * (evaluations + 1) + 2 * truth for size in SIZES)
    return Measured([row._replace(games=truth * REPEATS) for row in rows], games)


MEASUREMENT = Measurement(
    "robilliard",
    "training-and-fresh",
    GamePart(name="sevenwonders", preset="paper"),
    SourcePart(
        place="sections 4.4 and 5",
        question="What does fitness on the training games promise, and what is left on fresh deals of the same 25 "
        f"set-ups of boards and on fresh boards? Mean over {REPEATS} runs of {EVALUATIONS} formulas each.",
        says={f"501 games, {TRAINING}": 0.754, f"501 games, {BOARDS}": 0.5628},
        why="The source's run is four times as long as one of these, and it tells of its best run only.",
    ),
    measure,
)
