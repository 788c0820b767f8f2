"""Bottega from Python: what the commands do, with tables and pictures as results."""

import pytest

from engine.errors import InputError
from studies.api import list_studies, load, match, resume, run_study
from studies.search.folder import RESULT, STUDY
from studies.spec.study_file import as_toml
from tests.studies.small import COMPARE

QUIET = {"workers": 1, "quiet": True, "track": False}


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A study file with a champion beside it, and another working directory."""
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path / "workshop"))
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "studies"
    place.mkdir()
    (place / "own.toml").write_text('game = "splendor"\nplayer = "osla:budget=5"\n')
    (place / "study.toml").write_text(as_toml({**COMPARE, "players": ["@own.toml", "random"]}))
    return place / "study.toml"


def test_a_study_file_is_run_from_where_it_lies_and_resumed(file):
    result = run_study(file, sets=["games=8"], **QUIET)
    assert result.finished
    assert result.study.players == ["osla:budget=5", "random"]
    assert len(result.games) == 8
    before = result.data
    (result.folder / RESULT).unlink()
    assert not load(result.name).finished
    assert resume(result.name, **QUIET).data["matches"] == before["matches"]


def test_a_study_that_cannot_be_read_is_a_row_that_says_why(file):
    good, bad = (run_study(str(file), sets=["games=2"], **QUIET) for _ in range(2))
    path = bad.folder / STUDY
    path.write_text(path.read_text() + "\n")
    rows = list_studies().set_index("name")
    assert rows.loc[good.name, "finished"]
    assert rows.loc[good.name, "game"] == "splendor"
    assert "study.toml: edited since the study was begun" in rows.loc[bad.name, "verdict"]


def test_a_match_takes_the_champion_of_its_game_and_players_of_its_rules(file):
    champion = f"@{file.with_name('own.toml')}"
    result = match("splendor", champion, "random", games=4, end_points=4, workers=1, quiet=True)
    assert list(result.table["player"]) == ["osla:budget=5", "random"]
    assert len(result.games) == 4
    assert result.table["wins"].sum() <= 1.0
    with pytest.raises(InputError, match=r"own.toml: is a champion of splendor, not of splinter"):
        match("splinter", champion, "random", games=2, workers=1, quiet=True)
    with pytest.raises(InputError, match="card_4 = witch is not in the supply"):
        match("dominion", "menu:card_4=witch", "random", games=2, workers=1, quiet=True, kingdom="first-game")
