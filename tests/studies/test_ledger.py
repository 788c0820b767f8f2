"""The ledger: append-only, whole after any death, damage named with its place, refusing what does not fit."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from engine.errors import InputError
from optimisers.optimiser import Candidate
from studies.play.games import game_dtype
from studies.report.ledger import read_ledger
from studies.search.frames import HEAD, frame, read_frames, refuse_damage
from studies.search.ledger import GAMES, OWNED, OWNER, RUN, Ledger, pack, packed_dtype

FIRST = Candidate(0, {"c": 1.5}, deals=2, note={"generation": 1})
STREAM = 2**63 + 1


def games(first, count, n_players=2, calls=7):
    """Games of these numbers, all different."""
    rows = np.zeros(count, game_dtype(n_players))
    rows["number"] = np.arange(first, first + count)
    rows["calls"], rows["winners"], rows["ended"] = calls, 1 + rows["number"] % 2, 1
    rows["points"] = rows["number"][:, None] % 100 - [0, 1] * (n_players // 2)
    rows["decisions"] = 30
    return rows


def write(path):
    """A ledger with six games in three frames."""
    with Ledger(path, 2, 2) as ledger:
        ledger.enter(FIRST, STREAM)
        ledger.record([(0, games(0, 2))])
        ledger.record([(0, games(2, 2)), (0, games(8, 2))])
    return path


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "study" / "a.ledger")


def test_what_was_written_is_read_back(path):
    with Ledger(path, 2, 2) as ledger:
        assert ledger.games == 6
        assert np.array_equal(ledger.known(0), np.concatenate([games(0, 4), games(8, 2)]))
        assert ledger.known(0, 1, 9)["number"].tolist() == [1, 2, 3, 8]
        assert not len(ledger.known(5))
    (owned,) = read_ledger(path)
    assert owned.owner == {**FIRST.as_json(), "stream": STREAM}
    assert np.array_equal(owned.games, np.concatenate([games(0, 4), games(8, 2)]))


def test_a_two_player_game_takes_at_most_16_bytes(tmp_path):
    assert packed_dtype(2).itemsize <= 16
    with Ledger(tmp_path / "a.ledger", 2, 2) as ledger:
        ledger.enter(FIRST, STREAM)
        ledger.record([(0, games(i * 1000, 1000)) for i in range(10)])
        assert ledger.path.stat().st_size < 16 * 10_000


def test_wherever_a_writer_died_all_games_before_are_kept_and_the_rest_can_follow(path):
    whole = path.read_bytes()
    found = read_frames(whole)
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        kept = int((found.of(GAMES)[1] <= cut).sum())
        with Ledger(path, 2, 2) as ledger:
            assert ledger.games == 2 * kept
            assert len(ledger.known(0)) == 2 * kept
            ledger.enter(FIRST, STREAM)
            missing = [first for first in (0, 2, 8) if not len(ledger.known(0, first, first + 1))]
            ledger.record([(0, games(first, 2)) for first in missing])
        assert path.read_bytes() == whole


@pytest.mark.parametrize("flip", [1, 2, 4, 8, 16, 32, 64, 128, 255, 0x5A, 0xA5, 9, 60])
def test_any_octet_that_changed_is_named_and_nothing_is_cut_off(path, flip):
    whole = path.read_bytes()
    found = read_frames(whole)
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= flip
        path.write_bytes(damaged)
        broken = int(found.ends[found.ends <= at].max(initial=0))
        with pytest.raises(InputError, match=rf"a.ledger: damaged at byte {broken} of {len(whole)}; .* {broken} .*a.l"):
            Ledger(path, 2, 2)
        assert path.read_bytes() == damaged
        read = []
        with pytest.raises(InputError, match=f"damaged at byte {broken} "):
            read.extend(read_ledger(path))
        assert sum(len(owned.games) for owned in read) == 2 * int((found.of(GAMES)[1] <= broken).sum())


def test_games_come_back_in_their_order_whoever_finished_first(tmp_path):
    with Ledger(tmp_path / "a.ledger", 2, 2) as ledger:
        ledger.enter(FIRST, STREAM)
        ledger.record([(0, games(4, 2))])
        ledger.record([(0, games(0, 2))])
        assert ledger.known(0)["number"].tolist() == [0, 1, 4, 5]


def test_nothing_is_written_twice_or_out_of_place(path):
    size = path.stat().st_size
    with Ledger(path, 2, 2) as ledger:
        ledger.enter(FIRST, STREAM)
        for again in (games(1, 1), games(3, 4), games(7, 9)):
            with pytest.raises(InputError, match="of candidate 0 some are there already"):
                ledger.record([(0, again)])
        with pytest.raises(InputError, match="never entered"):
            ledger.record([(5, games(0, 2))])
        with pytest.raises(InputError, match=r"was {'c': 1.5} and is now {'c': 2}"):
            ledger.enter(Candidate(0, {"c": 2}, deals=2), STREAM)
    assert path.stat().st_size == size


def test_an_owner_is_written_with_its_first_games_and_only_once(path):
    with Ledger(path, 2, 2) as ledger:
        ledger.enter(Candidate(1, {"c": 2}), STREAM)
    assert [owned.owner["id"] for owned in read_ledger(path)] == [0]
    with Ledger(path, 2, 2) as ledger:
        for _ in range(2):
            ledger.enter(Candidate(1, {"c": 2}), STREAM)
        ledger.record([(1, games(0, 2))])
        ledger.record([(1, games(2, 2))])
    assert [owned.owner["id"] for owned in read_ledger(path)] == [0, 1]


def test_a_ledger_for_other_games_is_refused(path):
    with pytest.raises(
        InputError, match=r'written for {.*"players":2,"block":2}, opened for {.*"players":3,"block":3}'
    ):
        Ledger(path, 3, 3)


def test_the_old_form_is_refused_with_a_clear_word(tmp_path):
    says = "a ledger in the form of an earlier version .*; finish the study with the version that began it"
    old = tmp_path / "search-1.jsonl"
    old.write_text('{"candidate":{"id":0,"values":{}}}\n')
    with pytest.raises(InputError, match=f"search-1.jsonl: {says}"):
        Ledger(tmp_path / "search-1.ledger", 2, 2)
    renamed = old.rename(tmp_path / "finals.ledger")
    with pytest.raises(InputError, match=f"finals.ledger: {says}"):
        Ledger(renamed, 2, 2)
    first = tmp_path / "a.ledger"
    first.write_bytes(b'\x22\0\0\x83\1\2\3\4H{"version":1,"players":2,"block":2}')
    with pytest.raises(InputError, match=f"a.ledger: {says}"):
        Ledger(first, 2, 2)
    with pytest.raises(InputError, match=f"a.ledger: {says}"):
        next(read_ledger(first))


def test_two_processes_cannot_write_at_once(path):
    with Ledger(path, 2, 2), pytest.raises(InputError, match="another process"):
        Ledger(path, 2, 2)
    Ledger(path, 2, 2).close()


WRITER = """
import sys
from pathlib import Path
from tests.studies.test_ledger import FIRST, STREAM, Ledger, games
ledger = Ledger(Path(sys.argv[1]), 2, 2)
ledger.enter(FIRST, STREAM)
for number in range(10**9):
    ledger.record([(0, games(2 * number, 2))])
"""


def test_a_killed_writer_loses_nothing_but_its_last_frame(tmp_path):
    path = tmp_path / "a.ledger"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)])
    while not path.exists() or path.stat().st_size < 50_000:
        assert writer.poll() is None
        time.sleep(0.01)
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    with Ledger(path, 2, 2) as ledger:
        assert np.array_equal(ledger.known(0), games(0, ledger.games))
        assert ledger.games > 1000


@pytest.mark.parametrize(("owners", "size"), [(10, 1000), (1_000_000, 1)])
def test_a_million_games_open_in_seconds(owners, size, tmp_path):
    path, each = tmp_path / "a.ledger", 1_000_000 // owners
    Ledger(path, 2, 2).close()  # compiles
    with path.open("ab") as file:  # as it writes them, in less time
        rows = pack(games(0, size), packed_dtype(2))
        for number in range(owners):
            file.write(frame(OWNER, OWNED.pack(number) + b'{"id":%d,"values":{"c":1},"stream":7}' % number))
            file.writelines(frame(GAMES, RUN.pack(number, first) + rows) for first in range(0, each, size))
    started = time.process_time()
    with Ledger(path, 2, 2) as ledger:
        assert ledger.games == 1_000_000
        assert np.array_equal(ledger.known(owners - 1, 0, size), games(0, size))
        assert len(ledger.known(owners - 1)) == each
    assert time.process_time() - started < 2


def test_a_frame_at_the_end_may_be_unfinished_but_a_length_that_changed_is_damage():
    text = frame(GAMES, b"abc")
    found = read_frames(text + b"\0")
    assert [column.tolist() for column in found] == [[GAMES], [HEAD], [len(text)]]
    assert not len(read_frames(text[:-1]).ends)
    refuse_damage("x", text[:-1], 0)
    with pytest.raises(InputError, match="damaged at byte 0 of 16"):
        refuse_damage("x", bytes([text[0] ^ 64]) + text[1:], 0)


def test_the_last_digits_that_are_written_stand(path):
    """Linear algebra differs in them between processors; who resumes elsewhere plays what was begun."""
    with Ledger(path, 2, 2) as ledger:
        assert ledger.enter(Candidate(0, {"c": 1.5 + 1e-12}, deals=2), STREAM).values == {"c": 1.5}
        with pytest.raises(InputError, match="candidate 0 was"):
            ledger.enter(Candidate(0, {"c": 1.5 + 1e-6}, deals=2), STREAM)
