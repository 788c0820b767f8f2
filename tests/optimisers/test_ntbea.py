"""NTBEA: statistics that follow the trials, parallel suggestions, conditions, recommendation, speed, plain Optuna."""

import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import TrialState

from engine.errors import InputError
from optimisers.catalog import make
from optimisers.earlier import Loan, Lot
from optimisers.encode import distributions, point_of
from optimisers.landscape import Landscape
from optimisers.ntbea import NTBEASampler, NTupleModel
from optimisers.optimiser import Outcome
from optimisers.space import space_of
from tests.optimisers.spaces import Numbers

ROOT = Path(__file__).resolve().parents[2]
SPACE = {f"x{i}": IntDistribution(0, 4) for i in range(4)}


def study_of(sampler, direction="maximize"):
    return optuna.create_study(direction=direction, sampler=sampler)


def onemax(params):
    """A share of the parameters at their best value, 3."""
    return sum(value == 3 for value in params.values()) / len(params)


def advance(study, n, space=SPACE, seed=0, first=0):
    """n noisy trials, one after the other."""
    for i in range(first, first + n):
        trial = study.ask(space)
        study.tell(trial, float(np.random.default_rng((seed, i)).random() < onemax(trial.params)))


def table(landscape):
    """All statistics of a landscape by place or key, whatever its history."""
    dense, rows = landscape._dense, map(tuple, landscape._table.statistics.tolist())
    return zip([*range(dense), *landscape._table.keys.tolist()], rows, strict=True)


def test_landscape_counts_every_tuple():
    landscape = Landscape([3, 2, 4], (1, 2, 0))
    assert landscape.tuples == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    rng = np.random.default_rng(1)
    points = rng.integers([3, 2, 4], size=(5000, 3))
    results = rng.random(5000)
    for point, result in zip(points, results, strict=True):
        landscape.visit(point)
        landscape.tell(point, result)
    for group in landscape.tuples:
        values = points[7][list(group)]
        same = (points[:, list(group)] == values).all(1)
        visits, told, total, squares = landscape.at(group, values)
        assert (visits, told) == (same.sum(), same.sum())
        assert total == pytest.approx(results[same].sum())
        assert squares == pytest.approx((results[same] ** 2).sum())
    with pytest.raises(ValueError, match="no tuples of length 3"):
        Landscape([2, 2, 2], (1, 2)).at((0, 1, 2), (0, 0, 0))


def test_what_cannot_be_meant_is_refused():
    with pytest.raises(ValueError, match=r"not negative; got k=-0.1, tuples=None"):
        NTBEASampler(k=-0.1)
    with pytest.raises(ValueError, match=r"tuples=\(1, -2\)"):
        NTBEASampler(tuples=(1, -2))
    with pytest.raises(ValueError, match="length 3 do not fit into 2 parameters"):
        Landscape([2, 2], (1, 3))
    with pytest.raises(InputError, match="tuples = 1,2,3 is not accepted here; it takes lengths up to 2"):
        make("ntbea", space_of(Numbers, ["x", "n"]), 1, 10, {"tuples": "1,2,3"})
    make("ntbea", space_of(Numbers, ["x"]), 1, 10)  # the default fits itself to the space
    make("ntbea", space_of(Numbers, ["x"]), 1, 10, {"tuples": "1,n"})


def test_landscape_outgrows_its_table():
    landscape = Landscape([50] * 8, (1, 2, 3, 0))
    rng = np.random.default_rng(2)
    points = rng.integers(50, size=(400, 8))
    for point in points:
        landscape.visit(point)
        landscape.tell(point, 1.0)
    assert landscape.at((0,), points[0][:1])[0] == (points[:, 0] == points[0, 0]).sum()
    assert len(landscape._table.keys) >= 2 * landscape._used


def test_statistics_can_be_rebuilt_from_the_trials_at_any_time():
    study = study_of(NTBEASampler(seed=1, tuples=(1, 2, 0)))
    flying = [study.ask(SPACE) for _ in range(5)]
    for i in range(60):
        trial = flying.pop(3 if i % 3 else 0)  # finished out of order
        if i % 10 == 9:
            study.tell(trial, state=TrialState.FAIL)
        else:
            study.tell(trial, onemax(trial.params))
        flying.append(study.ask(SPACE))
        followed = study.sampler.model(study)
        rebuilt = NTBEASampler(seed=1, tuples=(1, 2, 0)).model(study)
        known, again = ({key: row for key, row in table(m.landscape) if any(row)} for m in (followed, rebuilt))
        assert known == again
        assert followed.here.tolist() == rebuilt.here.tolist()


def test_a_new_sampler_goes_on_as_the_old_one_would_have():
    whole = study_of(NTBEASampler(seed=5))
    advance(whole, 60)
    half = study_of(NTBEASampler(seed=5))
    advance(half, 25)
    half.sampler = pickle.loads(pickle.dumps(half.sampler))
    advance(half, 35, first=25)
    assert [t.params for t in half.trials] == [t.params for t in whole.trials]


def test_running_trials_count_as_visits_so_that_suggestions_differ():
    study = study_of(NTBEASampler(seed=1))
    advance(study, 100)
    trials = [study.ask(SPACE) for _ in range(8)]
    assert len({tuple(trial.params.values()) for trial in trials}) >= 6
    model = study.sampler.model(study)
    assert model.landscape.all[0] == 108
    assert model.landscape.all[1] == 100


def test_recommendation_is_the_models_choice_and_not_the_luckiest_trial():
    study = study_of(NTBEASampler(seed=1))
    rng = np.random.default_rng(0)
    for _ in range(40):
        for value in range(5):  # 3 wins 60 of 100, the others 40
            params = dict.fromkeys(SPACE, value)
            result = float(rng.random() < (0.6 if value == 3 else 0.4))
            study.add_trial(optuna.create_trial(params=params, distributions=SPACE, value=result))
    lucky = {name: (0, 1, 2, 4)[i] for i, name in enumerate(SPACE)}
    study.add_trial(optuna.create_trial(params=lucky, distributions=SPACE, value=1.0))
    assert study.sampler.recommend(study) == dict.fromkeys(SPACE, 3)


def test_minimising_is_maximising_the_negative():
    up, down = study_of(NTBEASampler(seed=3)), study_of(NTBEASampler(seed=3), "minimize")
    for _ in range(50):
        one, other = up.ask(SPACE), down.ask(SPACE)
        assert one.params == other.params
        up.tell(one, onemax(one.params))
        down.tell(other, -onemax(other.params))
    assert up.sampler.recommend(up) == down.sampler.recommend(down)


def test_finds_the_best_of_a_noisy_onemax():
    for seed in range(3):
        study = study_of(NTBEASampler(seed=seed))
        advance(study, 300, seed=seed)
        assert onemax(study.sampler.recommend(study)) >= 0.75


def test_marginals_and_pairs_are_readable():
    study = study_of(NTBEASampler(seed=1))
    space = {"c": CategoricalDistribution(("a", "b")), "x": FloatDistribution(0, 1)}
    for _ in range(200):
        trial = study.ask(space)
        study.tell(trial, float(trial.params["c"] == "b") + trial.params["x"])
    marginals = study.sampler.marginals(study)
    assert set(marginals) == {"c", "x"}
    assert sum(cell.visits for cell in marginals["x"]) == 200
    by_choice = {cell.values[0]: cell.mean for cell in marginals["c"]}
    assert by_choice["b"] > by_choice["a"] + 0.5
    pairs = study.sampler.pairs(study, "x", "c")
    assert sum(cell.visits for cell in pairs) == 200
    assert all(cell.values[0] in ("a", "b") and 0 <= cell.values[1] <= 1 for cell in pairs)
    assert [cell[:3] for cell in study.sampler.pairs(study, "c", "x")] == [cell[:3] for cell in pairs]


def test_conditions_keep_apart_what_does_not_matter():
    """y matters under x = 1 only; elsewhere it must not be counted, nor proposed as something new."""
    study = study_of(NTBEASampler(seed=2, conditions={"y": ("x", (1,))}))
    rng = np.random.default_rng(1)
    for _ in range(200):
        trial = study.ask()
        win = 0.3
        if trial.suggest_categorical("x", (0, 1)):
            win = 0.1 + 0.08 * trial.suggest_int("y", 0, 9)
        study.tell(trial, float(rng.random() < win))
    absent = [cell for cell in study.sampler.marginals(study)["y"] if cell.values == (None,)]
    assert absent[0].visits == sum(trial.params["x"] == 0 for trial in study.trials)
    best = study.sampler.recommend(study)
    assert best["x"] == 1
    assert best["y"] >= 7
    assert set(study.sampler.space(study)) == {"x", "y"}


def test_exploration_falls_with_the_budget():
    sampler = NTBEASampler(seed=1, k=0.4, budget=100)
    study = study_of(sampler)
    shares = []
    for _ in range(4):
        advance(study, 25)
        shares.append(sampler.model(study).exploration)
    assert shares == pytest.approx([0.3, 0.2, 0.1, 0.0])


@pytest.mark.parametrize("resolution", [3, {"x": 3, "n": 3}])
def test_ranges_are_searched_on_a_grid_of_the_chosen_resolution(resolution):
    study = study_of(NTBEASampler(seed=1, resolution=resolution))
    space = {"x": FloatDistribution(0.01, 1, log=True), "n": IntDistribution(1, 1001)}
    for _ in range(60):
        study.tell(study.ask(space), 1.0)
    assert {t.params["x"] for t in study.trials} == {0.01, 0.1, 1.0}
    assert {t.params["n"] for t in study.trials} == {1, 501, 1001}


def test_own_share_of_a_suggestion_stays_below_a_millisecond():
    sampler = NTBEASampler(seed=1)
    study = study_of(sampler)
    space = {f"x{i:02}": IntDistribution(0, 9) for i in range(12)}
    rng = np.random.default_rng(1)
    for row in rng.integers(10, size=(5000, 12)):
        params = dict(zip(space, row.tolist(), strict=True))
        study.add_trial(optuna.create_trial(params=params, distributions=space, value=float(rng.random() < 0.5)))
    sampler.model(study)
    times = []
    for _ in range(50):
        trial = study.ask(space)
        study.tell(trial, 1.0)
        frozen = study._storage.get_trial(study._storage.create_new_trial(study._study_id))
        started = time.process_time()
        sampler.sample_relative(study, frozen, sampler.infer_relative_search_space(study, frozen))
        times.append(time.process_time() - started)
        study.tell(frozen.number, state=TrialState.FAIL)
    assert np.median(times) < 1e-3


def test_the_example_runs_with_plain_optuna_and_four_files_of_ours(tmp_path):
    (tmp_path / "optimisers").mkdir()
    for name in ("__init__", "distributions", "landscape", "trials", "ntbea"):
        shutil.copy(ROOT / "optimisers" / f"{name}.py", tmp_path / "optimisers")
    shutil.copy(ROOT / "docs" / "ntbea_example.py", tmp_path)
    done = subprocess.run(
        [sys.executable, "ntbea_example.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "recommended" in done.stdout


def test_the_method_proposes_what_its_sampler_suggests():
    space = space_of(Numbers)
    optimiser = make("ntbea", space, 3, 60)
    study = study_of(optimiser.method.sampler)
    flying = []
    for i in range(60):
        (candidate,) = optimiser.ask(1)
        trial = study.ask(distributions(space))
        assert point_of(space, trial.params) == candidate.values
        flying.append((candidate, trial))
        if len(flying) == 4:
            candidate, trial = flying.pop(0)
            result = float(np.random.default_rng(i).random())
            optimiser.tell(candidate, Outcome([result]))
            study.tell(trial, result)
    assert point_of(space, study.sampler.recommend(study)) == optimiser.recommend().values


@pytest.mark.parametrize(("agrees", "trusted"), [(1.0, (0.9, 1.0)), (0.0, (0.0, 0.5)), (-1.0, (0.0, 0.2))])
def test_an_earlier_study_is_believed_as_far_as_it_foretells_results(agrees, trusted):
    rng, model = np.random.default_rng(1), NTupleModel(NTBEASampler(seed=1), SPACE)
    points = rng.integers(5, size=(400, 4))
    said = 0.1 * (points[:, 0] - 2)  # how far beyond its mean the earlier study saw each
    loan = Loan(model, [Lot(point, 1.0, 2.0, beyond) for point, beyond in zip(points, said, strict=True)])
    assert loan.trust == 1.0
    before = model.lent
    for point, beyond in zip(points[:200], said, strict=False):
        loan.weigh(point, float(rng.random() < 0.5 + agrees * beyond), 1)
    assert trusted[0] <= loan.trust <= trusted[1]
    assert model.lent == pytest.approx(loan.trust * before)
