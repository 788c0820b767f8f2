"""The ledger: append-only, whole after any death, refusing what does not fit."""

import os
import signal
import subprocess
import sys
import time

import pytest

from engine.errors import InputError
from optimisers.ledger import Block, Ledger
from optimisers.optimiser import Candidate

FIRST = Candidate(0, {"c": 1.5}, deals=2, note={"generation": 1})


@pytest.fixture
def path(tmp_path):
    with Ledger(tmp_path / "study" / "ledger.jsonl") as ledger:
        ledger.enter(FIRST)
        ledger.record(0, [Block(0, (1.0, 0.0), {"calls": [10, 20]}), Block(1, (0.5, 0.5), {"calls": [30, 40]})])
    return ledger.path


def test_what_was_written_is_read_back(path):
    with Ledger(path) as ledger:
        assert ledger.candidates == {0: FIRST}
        assert ledger.games() == 4
        outcome = ledger.outcome(0, ["calls"])
    assert outcome.payoffs.tolist() == [1.0, 0.0, 0.5, 0.5]
    assert outcome.cost("calls") == 25


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_half_a_line_at_the_end_is_dropped_and_the_rest_kept(path, cut):
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    lines = whole[:-cut].count(b"\n")
    with Ledger(path) as ledger:
        assert ledger.games() == 2 * (lines - 1)
        missing = [number for number in (0, 1) if number not in ledger.blocks[0]]
        ledger.record(0, [Block(number, (1.0, 1.0), {}) for number in missing])
    with Ledger(path) as ledger:
        assert ledger.games() == 4


def test_blocks_come_back_in_their_order_whoever_finished_first(tmp_path):
    with Ledger(tmp_path / "ledger") as ledger:
        ledger.enter(FIRST)
        ledger.record(0, [Block(1, (0.0,), {})])
        ledger.record(0, [Block(0, (1.0,), {})])
        assert ledger.outcome(0).payoffs.tolist() == [1.0, 0.0]


def test_nothing_is_written_twice_or_out_of_place(path):
    with Ledger(path) as ledger:
        ledger.enter(FIRST)
        with pytest.raises(InputError, match="block 1 of candidate 0 is there already"):
            ledger.record(0, [Block(1, (1.0,), {})])
        with pytest.raises(InputError, match="never entered"):
            ledger.record(5, [Block(0, (1.0,), {})])
        with pytest.raises(InputError, match=r"was {'c': 1.5} and is now {'c': 2}"):
            ledger.enter(Candidate(0, {"c": 2}, deals=2))
        with pytest.raises(InputError, match="not a finite number"):
            ledger.record(0, [Block(7, (float("nan"),), {})])
        with pytest.raises(InputError, match="no game of candidate 9"):
            ledger.outcome(9)
    with Ledger(path) as ledger:
        assert ledger.games() == 4


def test_the_last_digit_of_another_processor_is_no_change(path):
    with Ledger(path) as ledger:
        assert ledger.enter(Candidate(0, {"c": 1.5 + 4e-16}, deals=2)).values == {"c": 1.5}
        assert ledger.enter(Candidate(1, {"c": 0.1 + 0.2, "n": 3})).values == {"c": 0.1 + 0.2, "n": 3}
        assert ledger.enter(Candidate(1, {"c": 0.3, "n": 3})).values["c"] == 0.1 + 0.2
        for other in ({"c": 0.3 + 1e-6, "n": 3}, {"c": 0.3, "n": 4}, {"c": 0.3}):
            with pytest.raises(InputError, match="candidate 1 was"):
                ledger.enter(Candidate(1, other))


def test_a_damaged_line_is_named(path):
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], "{oops", lines[2], ""]))
    with pytest.raises(InputError, match="line 2 is damaged"):
        Ledger(path)


def test_two_processes_cannot_write_at_once(path):
    with Ledger(path), pytest.raises(InputError, match="another process"):
        Ledger(path)
    Ledger(path).close()


WRITER = """
import sys
from pathlib import Path
from optimisers.ledger import Block, Ledger
from optimisers.optimiser import Candidate
ledger = Ledger(Path(sys.argv[1]))
ledger.enter(Candidate(0, {}))
for number in range(10**9):
    ledger.record(0, [Block(number, (1.0, 0.0, 0.0, 1.0), {"calls": [number] * 4})])
"""


def test_a_killed_writer_loses_nothing_but_its_last_line(tmp_path):
    path = tmp_path / "ledger"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)])
    while not path.exists() or path.stat().st_size < 50_000:
        time.sleep(0.01)
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    with Ledger(path) as ledger:
        numbers = sorted(ledger.blocks[0])
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > 500


def test_a_hundred_thousand_games_are_read_back_in_seconds(tmp_path):
    path = tmp_path / "ledger"
    with Ledger(path) as ledger:
        for i in range(250):
            ledger.enter(Candidate(i, {"c": i}))
            ledger.record(i, [Block(b, (1.0, 0.0, 0.5, 0.5), {}) for b in range(100)])
    started = time.perf_counter()
    with Ledger(path) as ledger:
        assert ledger.games() == 100_000
    assert time.perf_counter() - started < 5
