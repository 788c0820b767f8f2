"""Studies from the command line alone: one table for all, any number of players, champions that know their game."""

import json
import tomllib
from pathlib import Path

import pytest

from engine.catalog import GAMES
from studies.report.views import view_of
from studies.spec.short_forms import compare_table, search_table
from tests.studies.commands import bottega

QUICK = ("--against", "random", "--games", "40", "--no-track", "--json")


@pytest.mark.parametrize("game", GAMES)
def test_all_short_forms_sit_down_to_the_smallest_table(game):
    counts = GAMES[game].player_counts
    tables = [search_table(kind, game, "osla") for kind in ("tune", "evolve", "learn")]
    for table in [*tables, compare_table(game, ["osla", "random"], [], 10), search_table("tune", game, "mcts")]:
        assert table["game"].get("players", counts[0]) == min(counts)


@pytest.mark.xdist_group("splendor-greedy")
def test_a_champion_of_three_players_says_so_and_plays_two_opponents(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path))
    assert bottega(monkeypatch, "tune", "splendor", "greedy", "--players", "3", "--rules", "thesis", *QUICK) == 0
    result = json.loads(capsys.readouterr().out)
    assert "against 2 times random (splendor, 3 players" in view_of(result).headline(result)
    assert result["games"]["confirm"] == 2 * 402  # whole deals
    file = Path(result["folder"]) / "champion.toml"
    champion = tomllib.loads(file.read_text())
    assert (champion["game"], champion["players"], champion["preset"]) == ("splendor", 3, "thesis")
    words = view_of(result).match_command(result, file).split()
    assert words[:5] == ["bottega", "match", "splendor", "--rules", "thesis"]
    assert words[5:] == [f"@{file}", "random", "random"]
    assert bottega(monkeypatch, *words[1:], "--games", "3", "--quiet") == 0
    assert bottega(monkeypatch, "match", "splinter", f"@{file}", "random") == 2
    assert f"{file}: is a champion of splendor, not of splinter" in capsys.readouterr().err


@pytest.mark.xdist_group("splendor-greedy")
@pytest.mark.parametrize(("field", "players"), [(["random"], 2), (["random", "osla"], 3)])
def test_a_field_makes_the_table_of_a_comparison(tmp_path, monkeypatch, capsys, field, players):
    monkeypatch.setenv("BOTTEGA_HOME", str(tmp_path))
    against = [word for player in field for word in ("--against", player)]
    assert bottega(monkeypatch, "compare", "splendor", "greedy", *against, "--games", "5", "--no-track", "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["players"], result["games"]["matches"]) == (players, 6)
