"""`bottega ledger`: who played in a study, and every game of it as a table for other programs."""

import pandas as pd
import pytest

from tests.studies.small import COMPARE, TUNE, ledger_rows, run, start


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A comparison and a later tune study that have been played."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for table in (COMPARE, TUNE):
            folder = start(home, patch, table)
            run(folder)
    return home, folder


@pytest.fixture(autouse=True)
def _there(finished, monkeypatch, tmp_path):
    monkeypatch.setenv("BOTTEGA_HOME", str(finished[0]))
    monkeypatch.chdir(tmp_path)


def test_without_a_name_the_latest_study_is_shown_though_it_is_finished(bottega):
    code, out, _ = bottega("ledger")
    assert code == 0
    assert [name for name in ("search-1.ledger", "finals.ledger", "matches.ledger") if name in out] == [
        "search-1.ledger",
        "finals.ledger",
    ]
    assert max(map(len, out.splitlines())) <= 80
    assert "osla:budget=5" in bottega("ledger", "tiny-compare")[1]


@pytest.mark.parametrize(("name", "read"), [("games.csv", pd.read_csv), ("games.parquet", pd.read_parquet)])
def test_every_game_is_written_as_a_row(name, read, finished, bottega):
    rows = ledger_rows(finished[1])
    code, out, _ = bottega("ledger", "--to", name)
    table = read(name)
    assert (code, out) == (0, f"{name}: {len(table)} games\n")
    assert len(table) == sum(len(games) for _, _, games in rows)
    for ledger, owner, games in rows:
        mine = table[(table["ledger"] == ledger) & (table["owner"] == owner["id"])]
        assert sorted(mine["number"]) == sorted(games["number"])


@pytest.mark.parametrize("name", ["no/such/games.csv", "full.csv", "full.parquet"])
def test_what_cannot_be_written_is_named_in_one_line(name, bottega, tmp_path):
    for kind in ("csv", "parquet"):
        (tmp_path / f"full.{kind}").symlink_to("/dev/full")
    code, _, err = bottega("ledger", "--to", name)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"bottega: {name}: cannot be written (No ")
