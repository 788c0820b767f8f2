"""Sections 4.4 and 5: what fitness on the training games is worth on fresh deals and boards."""

from pathlib import Path
from typing import NamedTuple

import studies
from studies.farm.local import LocalFarm
from studies.play.deals import CONFIRM, SEARCH, stream_seed
from studies.play.jobs import Job, Opponents, evaluate
from studies.play.lots import lots_of, rates_by_lot
from studies.play.measure import Wins
from studies.play.setup import GameSetup, prepare_game
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import WIN_RATE, mean_row
from studies.search.plan import SearchPlan
from studies.search.search import Search
from studies.search.store import GameStore
from studies.spec.players import player_spec_of
from studies.spec.study import Evolve, GamePart, SourcePart
from studies.spec.study_file import load

FILE = Path(studies.__file__).parent / "specs" / "robilliard" / "evolve-sevenwonders-greedy.toml"
SIZES = (102, 501)  # games a fitness
EVALUATIONS, REPEATS, TRUTH = 600, 4, 2499  # formulas of a run, runs, games that judge what a run found
TRAINING, DEALS, BOARDS, WORST = "on its training games", "on fresh deals", "on fresh boards", "with its worst board"
SOURCES_BEST = "figure 1, on 25 set-ups of boards"
GAME = GamePart(name="sevenwonders", preset="paper")


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


def figure_1(truth: int, seed: int, farm: LocalFarm) -> list[float]:
    """What the source's best function wins on as many draws of 25 set-ups of boards."""
    player, other = (player_spec_of(GAME.name, text) for text in ("greedy:worlds=11,value=robilliard", "rule_ai"))
    setups = [GameSetup(GAME.name, GAME.preset, (("setups", 25), ("setup_seed", i))) for i in range(REPEATS)]
    stream = stream_seed(seed, CONFIRM)
    jobs = [Job(setup, player, Opponents((other, other)), stream, 0, truth, 3) for setup in setups]
    futures = [farm.submit(evaluate, job) for job in jobs]
    return [Wins(3).rate(future.result()).mean for future in futures]


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
            rows.append(mean_row(f"{size} games, training less fresh boards", WIN_RATE, gaps, rate=True, signed=True))
        rows.append(mean_row(SOURCES_BEST, WIN_RATE, figure_1(truth, order.seed, farm), rate=True))
    finally:
        farm.close(cancel=True)
    games = REPEATS * (sum(size * (evaluations + 1) + 2 * truth for size in SIZES) + truth)
    note = f"Means over {REPEATS} runs of {evaluations:,} formulas each, and over {REPEATS} draws of 25 set-ups."
    return Measured([row._replace(games=truth * REPEATS) for row in rows], games, note=note)


MEASUREMENT = Measurement(
    "robilliard",
    "training-and-fresh",
    GAME,
    SourcePart(
        place="sections 4.4 and 5",
        question="What does fitness on the training games promise, and what is left on fresh deals of the same 25 "
        "set-ups of boards and on fresh boards? And what does the function of figure 1 win on such set-ups?",
        says={f"501 games, {TRAINING}": 0.754, f"501 games, {BOARDS}": 0.5628, SOURCES_BEST: 0.754},
        why="The source's run has 2,500 formulas, and it tells of its best run only: of figure 1 on the very games by "
        "which it was chosen (its caption says 70 %), which are not known.",
    ),
    measure,
)
