"""7 Wonders for people: what is covered stays covered, and a finished game shows its points by part."""

import xml.etree.ElementTree as ElementTree

from engine.game import sample, step
from engine.sevenwonders.actions import row_of
from engine.sevenwonders.printed import title
from tests.engine.sevenwonders_table import GAME, Table
from tests.engine.tables import generator

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [node.text for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def finished(seed=2, **changes):
    table, rng = Table(seed=seed, **changes), generator(seed)
    while not table.state.ended:
        step(table.rules, table.state, sample(table.rules, table.state, rng))
    return table


def test_a_viewer_sees_its_own_hand_only():
    table = Table("Giza A", "Rhodos A", "Ephesos A")
    hands = [{name for _, name in hand} for hand in table.hands()]
    for viewer in range(3):
        shown = GAME.view.show(table.rules, table.state, viewer)
        drawn = texts(GAME.view.svg(table.rules, table.state, viewer))
        for player, hand in enumerate(hands):
            assert all((name in shown) == (player == viewer) for name in hand)
            assert all((name in drawn) == (player == viewer) for name in hand)
    assert all(name in GAME.view.show(table.rules, table.state) for hand in hands for name in hand)


def test_the_pile_is_seen_by_whoever_builds_from_it():
    table = Table("Halikarnassos B", "Giza A", "Rhodos A").go_to(2, 2).pile("Walls", "Statue")
    table.city(0, "Ore Vein", "Foundry")
    for move in ("build stage 1", "discard", "discard"):
        table.play(move)
    assert "Statue" in GAME.view.show(table.rules, table.state, 0)
    assert "Statue" not in GAME.view.show(table.rules, table.state, 1)


def test_a_finished_game_shows_its_points_by_part():
    table = finished(players=4)
    lines = GAME.view.show(table.rules, table.state).splitlines()[-9:]
    assert [line.split()[0] for line in lines] == [
        "points",
        "conflicts",
        "coins",
        "stages",
        "blue",
        "science",
        "yellow",
        "guilds",
        "all",
    ]
    columns = [[int(cell) for cell in line.split()[1:]] for line in lines[1:]]
    assert [sum(column) for column in zip(*columns[:-1], strict=True)] == columns[-1]


def test_the_picture_has_every_card_of_every_city_and_the_points_by_part():
    table = finished(players=7, sides=2)
    drawn = texts(GAME.view.svg(table.rules, table.state))
    names = [title(table.rules, row) for row in range(78)]
    shown = GAME.view.show(table.rules, table.state)
    assert {name for name in drawn if name in names} == {name for name in names if name in shown.split("discard")[0]}
    assert "science" in drawn


def test_a_pick_is_covered_until_all_are_in_and_what_is_laid_aside_stays_so():
    table = Table("Giza A", "Rhodos A", "Ephesos A").city(0, "Stone Pit", "Quarry")
    kinds = set()
    for said, action in table.actions().items():
        card = title(table.rules, row_of(action))
        told = GAME.view.tell(table.rules, table.state, action, 1, True)
        assert card in said
        assert GAME.view.tell(table.rules, table.state, action, 1, False) == "pick a card"
        aside = said.startswith(("discard", "build stage"))
        assert (card in told) == (not aside)
        kinds.add(told.partition(" (")[0] if aside else told == said)
    assert kinds == {"discard a card", "build stage 1", True}
