"""Positions with the moves from them and what must come of it, each by its title (dominion_positions.json)."""

import json
from pathlib import Path

import pytest

from engine.dominion.content import CODES
from engine.dominion.features import DENSITY_NAMES, FEATURES
from engine.dominion.zones import add, drop
from engine.game import Ended, feature
from tests.engine.dominion_table import Table, count, spread

VECTORS = json.loads((Path(__file__).parent / "dominion_positions.json").read_text())["vectors"]
SAYS = {"throne": "Throne Room: play {}", "play": "play {}", "buy": "buy {}"}  # steps in the words of the view


def of_kind(kind):
    rows = [row for row in VECTORS if row["kind"] == kind]
    return pytest.mark.parametrize("row", rows, ids=[row["title"] for row in rows])


def set_table(row):
    """The table of a position, before its first move."""
    table = Table(*row["kingdom"], players=row["players"], seed=row.get("seed", 1))
    for player, zones in enumerate(row["zones"]):
        table.set(player, zones["hand"], zones["deck"], zones.get("discard", []))
    return table.supply(**row.get("supply", {})).begin()


def take_treasures_back(table):
    """Undo what the engine does by itself when no Action can be played: positions may look at the moment before."""
    seat, state = table.state.seats[0], table.state
    for card, worth in (("Copper", 1), ("Silver", 2), ("Gold", 3)):
        for _ in range(table.in_play().get(card, 0)):
            drop(state.play, table.pile[card])
            add(seat.hand, table.pile[card])
            state.coins -= worth


def make_move(table, player, word, value):
    """One step of a script. What has a single answer is not asked."""
    if word == "throne" and value not in table.can("Throne Room: play "):
        return
    if word == "treasures":
        if table.can("play no more"):
            table.play("play no more Actions")
        return
    if word == "cleanup":
        if not table.state.ended:
            table.play("buy nothing more")
        return
    assert table.state.to_move == player
    if word in SAYS:
        table.play(SAYS[word].format(value))
    elif word == "react":
        table.play("reveal nothing" if value is None else f"reveal {value}")
    elif word in ("aside", "trashself"):
        declined, accepted = sorted(table.can(), key=lambda text: "do not" not in text)
        table.play(accepted if value else declined)
    else:
        raise AssertionError(word)


def check_zones(table, player, expected):
    state = table.state
    found = {
        "hand": lambda: table.hand(player),
        "discard": lambda: table.discard(player),
        "play": table.in_play,
        "deck": lambda: table.deck(player),
        "vp": lambda: table.score(player),
    }
    for zone, cards in expected.items():
        wanted = cards if zone == "vp" else spread(cards) if zone == "deck" else count(cards)
        assert found[zone]() == wanted, (zone, player, state)


@of_kind("play")
def test_position(row):
    table = set_table(row)
    for player, word, value in row["script"]:
        make_move(table, player, word, value)
    if all(word not in ("treasures", "cleanup") for _, word, _ in row["script"]):
        take_treasures_back(table)
    expected = row["expect"]
    for name in ("actions", "buys", "coins", "plays"):
        if name in expected:
            assert table.state[name] == expected[name], name
    for player in range(row["players"]):
        check_zones(table, player, expected.get(f"p{player}", {}))
    for card, n in expected.get("supply", {}).items():
        assert table.left(card) == n
    assert "trash" not in expected or table.trash() == count(expected["trash"])
    assert "province_cost" not in expected or table.cost("Province") == expected["province_cost"]
    assert (table.state.ended != Ended.PLAYING) == expected.get("over", False)


@of_kind("score")
def test_score(row):
    kingdom = {"Gardens", "Duke", "Harem", "Nobles", "Great Hall"}
    for deck, points in zip(row["decks"], row["expect"]["scores"], strict=True):
        table = Table(*kingdom).set(0, hand=deck[:2], deck=[], discard=deck[2:])
        assert table.score(0) == points


@of_kind("vector")
def test_game_vector(row):
    table = Table("Village").set(0, hand=row["deck"], deck=[], discard=[]).begin()
    wanted = {CODES[code]: n / of for code, (n, of) in row["expect"]["vector"].items()}
    for effect, name in enumerate(DENSITY_NAMES):
        density = feature(table.rules, table.state, 0, FEATURES.index(name))
        assert density == pytest.approx(wanted.get(effect, 0.0)), name
