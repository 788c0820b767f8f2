"""Searches over real numbers: the same for any number of workers, and on a processor that rounds otherwise."""

from dataclasses import replace

import pytest

from optimisers.optimiser import Optimiser
from studies.search.folder import RESULT, TRIALS
from tests.studies.small import ledger_lines, run, start

WEIGHTS = {
    "kind": "evolve",
    "name": "numbers",
    "game": {"name": "splendor", "players": 2, "end_points": 4},
    "candidate": {
        "player": "deepening:budget=200",
        "what": "weights",
        "value": "{a: 1}*points + {b: 0.5}*cards",
        "space": {"a": {"low": -1, "high": 2}, "b": {"low": -1, "high": 2}},
    },
    "opponents": ["random"],
    "optimiser": {"name": "cmaes"},
    "evaluation": {"games": 2, "in_flight": 4},
    "budget": {"games": 100, "finalists": 2, "confirm": 20},
}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The study, played by one worker."""
    with pytest.MonkeyPatch.context() as patch:
        folder = start(tmp_path_factory.mktemp("workshop"), patch, WEIGHTS)
        run(folder, 1)
    return folder


def test_cmaes_of_a_deepening_player_is_the_same_with_one_and_three_workers(finished, tmp_path, monkeypatch):
    folder = start(tmp_path, monkeypatch, WEIGHTS)
    assert run(folder, 3) == finished.result
    assert ledger_lines(folder) == ledger_lines(finished)


def test_a_study_resumed_where_the_last_digits_differ_is_the_study_that_was_begun(finished, monkeypatch):
    ask, result, trials = Optimiser.ask, finished.result, (finished / TRIALS).read_text()

    def rounded_otherwise(self, n=1):
        asked = ask(self, n)
        for candidate in asked:
            values = {name: value * (1 + 1e-13) for name, value in candidate.values.items()}
            self.candidates[candidate.id] = replace(candidate, values=values)
        return [self.candidates[candidate.id] for candidate in asked]

    monkeypatch.setattr(Optimiser, "ask", rounded_otherwise)
    (finished / RESULT).unlink()
    assert run(finished) == result
    assert (finished / TRIALS).read_text() == trials
