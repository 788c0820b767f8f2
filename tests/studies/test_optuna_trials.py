"""A search's trials as an Optuna study: read back from a database, they are what was tried."""

import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from engine.errors import InputError
from studies.api import StudyResult
from tests.studies.small import COMPARE, TUNE, run, start
from tests.studies.test_kinds import EVOLVE

MCTS = {**TUNE, "candidate": {"player": "mcts:budget=5"}, "optimiser": {"name": "random"}}
KINDS = {"expansion": CategoricalDistribution, "norm": CategoricalDistribution, "wc": FloatDistribution,
         "c": FloatDistribution, "d": IntDistribution}  # fmt: skip


def exported(tmp_path, monkeypatch, table):
    """A finished study, and its trials as Optuna reads them from a database."""
    folder = start(tmp_path, monkeypatch, table)
    run(folder)
    result, storage = StudyResult(folder), f"sqlite:///{tmp_path / 'trials.db'}"
    result.to_optuna(storage)
    return result, optuna.load_study(study_name=result.name, storage=storage)


def test_knobs_of_every_kind_and_their_conditions_are_read_back(tmp_path, monkeypatch):
    result, found = exported(tmp_path, monkeypatch, MCTS)
    assert len(found.trials) == len(result.trials) > 40
    assert found.best_value == result.trials["rate"].max()
    for trial, (_, row) in zip(found.trials, result.trials.iterrows(), strict=True):
        assert trial.value == row["rate"]
        assert ("wc" in trial.params) == (trial.params["expansion"] == "widening")
        assert ("bias" in trial.params) == (trial.params["policy"] == "bias")
        assert ("ombs" in trial.params) == (trial.params["om"] in ("osla", "greedy"))
        assert isinstance(trial.params["norm"], bool)
        for knob, value in trial.params.items():
            assert str(value).lower() == str(row[knob]).lower() or float(value) == float(row[knob])
        for knob in KINDS.keys() & trial.params.keys():
            assert isinstance(trial.distributions[knob], KINDS[knob])
    assert any(trial.distributions["bias"].log for trial in found.trials if "bias" in trial.params)
    assert len({trial.params["expansion"] for trial in found.trials}) == 3


def test_formulas_are_choices_among_those_that_were_tried(tmp_path, monkeypatch):
    result, found = exported(tmp_path, monkeypatch, EVOLVE)
    assert [trial.params for trial in found.trials] == [{"value": text} for text in result.trials["value"]]
    assert len(found.trials) > 4
    assert found.user_attrs["measure"] == "win_rate"
    with pytest.raises(InputError, match=r"there is a study 'tiny-evolve.*' already"):
        result.to_optuna(f"sqlite:///{tmp_path / 'trials.db'}")
    with pytest.raises(InputError, match="cannot be used as an Optuna storage"):
        result.to_optuna("nowhere")


def test_a_comparison_has_no_trials(tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, COMPARE)
    with pytest.raises(InputError, match="there are no trials"):
        StudyResult(folder).to_optuna()
