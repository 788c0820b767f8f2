"""What people see fits into 80 columns, and what they must type is never cut."""

import io
import json

import pytest

from agents.catalog import AGENTS
from engine.catalog import GAMES
from engine.space import knobs_of
from studies.report.console import letters_for, plain_console, table_of
from studies.report.progress import ProgressDisplay
from studies.report.replay_page import Frame, replay_page, with_names
from studies.spec.study_file import as_toml, override
from tests.studies.small import TUNE


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def lines_of(bottega, *words):
    code, out, _ = bottega(*words)
    assert code == 0
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


@pytest.mark.parametrize("agent", AGENTS)
def test_every_knob_can_be_read_off_the_table_of_an_agent(agent, bottega):
    words = {word for line in lines_of(bottega, "agents", agent) for word in line.split()[:1]}
    assert set(AGENTS[agent].knobs()) <= words


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_read_off_the_table_of_a_game(game, bottega):
    words = {word for line in lines_of(bottega, "rules", game) for word in line.split()[:1]}
    assert set(knobs_of(GAMES[game].Params)) <= words


def test_lists_fit_too_and_can_be_had_as_json(bottega):
    lines_of(bottega, "agents")
    lines_of(bottega, "rules")
    assert {row["agent"] for row in json.loads(bottega("agents", "--json")[1])} == set(AGENTS)
    assert json.loads(bottega("agents", "mcts", "--json")[1])[0]["knob"] in AGENTS["mcts"].knobs()
    rows = json.loads(bottega("rules", "splendor", "--json")[1])
    assert [row["parameter"] for row in rows] == list(knobs_of(GAMES["splendor"].Params))
    assert "allEval2" in json.loads(bottega("agents", "--values", "splendor", "--json")[1])["values"]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_at_the_largest_table_fits_with_every_interval_whole(game, bottega):
    n = max(GAMES[game].player_counts)
    players = [f"random:name=player{i}-{'x' * 8}" for i in range(n)]
    lines = lines_of(bottega, "match", game, *players, "--games", str(2 * n), "--quiet", "--workers", "1")
    words = " ".join(lines)
    assert words.count("[") - words.count("[95 %]") == words.count("]") - words.count("[95 %]") >= n
    assert "wins, % [95 %]" in words


STUDY = override(TUNE, ["budget.games=60", "opponents=['osla:budget=5,value=2*points+cards']"])


def test_a_study_fits_from_watch_to_list_and_show(bottega, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path}/mlflow.db")
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path / "workshop"))
    monkeypatch.setattr("studies.report.pictures.search_pictures", lambda *_: [])
    (tmp_path / "study.toml").write_text(as_toml(STUDY))
    code, printed, _ = bottega("run", "study.toml", "--quiet", "--workers", "1")
    assert code == 0
    table = printed.partition("files ")[0].splitlines()  # what follows is to be copied, a line each
    typed = ("bottega ", "random_search:", "champion ", "default ")
    assert all(len(line) <= 80 or line.strip().startswith(typed) for line in table), table
    for words in (["watch", "--once"], ["list"], ["show"]):
        _, out, _ = bottega(*words, *(["tiny-tune"] if words == ["watch", "--once"] else []))
        assert out
        assert all(len(line) <= 80 or line.strip().startswith(typed) for line in out.splitlines()), (words, out)


def test_a_letter_stands_for_a_name_that_is_too_long_for_a_table():
    assert letters_for(["mcts", "mcts:c=1.4,budget=500", "mcts"]) == {"mcts": "mcts", "mcts:c=1.4,budget=500": "A"}


def test_brackets_in_a_name_are_printed_as_they_are():
    out = io.StringIO()
    plain_console(file=out, width=80).print(table_of(["[b]"], [["[bold]x[/nope]"]], "[/]"))
    assert [line.strip() for line in out.getvalue().splitlines()] == ["[/]", "[b]", "[bold]x[/nope]"]


def test_time_left_is_not_guessed_before_games_were_played(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("studies.report.progress.time.monotonic", lambda: now[0])
    display = ProgressDisplay(100, quiet=True)
    now[0] = 60.0  # of compiling
    display.advance(2, 2)
    assert "left" not in display.figures()
    now[0] = 62.0
    display.advance(10, 10)
    assert display.figures() == "12/100 games  5.0 games/s  18 s left"


def test_a_replay_names_the_players_on_their_panels_and_marks_the_last_move():
    picture = with_names("<svg><text>Player 2 · 3 points</text></svg>", ["mcts", "a<b"])
    assert ">2: a&lt;b · 3 points<" in picture
    page = replay_page("title", "note", [Frame(picture, "the deal"), Frame(picture, "buy", ("slot-3",))])
    assert '"marks":["slot-3"]' in page
