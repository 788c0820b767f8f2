"""The players of the source of 7 Wonders: the rule-based one, rule by rule and knob by knob, and the tree search."""

import pytest

from agents.agent import UNLIMITED
from agents.catalog import make_player, parse_player
from engine.errors import InputError
from engine.match import play, rotations
from tests.agents.players import decide
from tests.agents.thinkers import Place, children, root_of
from tests.engine.sevenwonders_table import GAME, Table

pytestmark = pytest.mark.xdist_group("sevenwonders-rule_ai")


def choices(table, text="rule_ai", seeds=12):
    """What the player decides, in words, over several seeds of its own chance."""
    player = make_player(parse_player(text, GAME), GAME, table.params)
    found = [
        GAME.view.say(table.rules, table.state, decide(player, table.rules, table.state, seed)) for seed in range(seeds)
    ]
    return {said.split(" (")[0].split(",")[0] for said in found}


def table_with(*hand, age=1, **city):
    """Seat 0 of three with cards of an age in hand and others in its city."""
    table = Table("Giza A", "Rhodos A", "Ephesos A").go_to(age, 1).hold(0, *hand)
    return table.city(0, *city.pop("cards", ()), **city)


def test_first_a_card_with_two_or_more_kinds_of_goods():
    assert choices(table_with("Timber Yard", "Ore Vein", "Stockade", "Altar", "Loom")) == {"build Timber Yard"}
    rich = table_with("Caravansery", "Sawmill", "Walls", age=2, cards=["Lumber Yard", "Lumber Yard"])
    assert choices(rich) == {"build Caravansery"}


def test_then_a_card_with_a_kind_that_is_lacking():
    assert choices(table_with("Ore Vein", "Stone Pit", "Altar", "Loom")) == {"build Ore Vein", "build Loom"}


def test_then_shields_that_make_it_a_leader_unless_it_is_the_only_one():
    table = table_with("Stone Pit", "Barracks", "Altar", cards=["Ore Vein"])
    assert choices(table) == {"build Barracks"}
    assert choices(table.city(1, "Walls")) != {"build Barracks"}  # one shield is not enough
    alone = table_with("Stone Pit", "Barracks", "Altar", cards=["Ore Vein", "Stockade"])
    assert choices(alone) == {"build Altar"}


def test_then_at_random_the_blue_card_with_most_points_or_a_green_one():
    table = table_with("Baths", "Altar", "Apothecary", "Stone Pit", cards=["Loom", "Glassworks", "Press"])
    assert choices(table) == {"build Baths", "build Apothecary"}


def test_then_any_card_and_at_last_a_discard():
    table = table_with("Stone Pit", "East Trading Post", "Workshop", coins=0)
    assert choices(table) == {"build Stone Pit", "build East Trading Post"}
    poor = table_with("Workshop", "Apothecary", "Stockade", coins=0)
    assert choices(poor) == {"discard Workshop", "discard Apothecary", "discard Stockade"}


def test_stages_of_ages_one_and_two_are_a_knob():
    table = table_with("Workshop", "Apothecary", cards=["Stone Pit"], coins=0)
    assert choices(table, "rule_ai:stages=never") == {"discard Workshop", "discard Apothecary"}
    assert choices(table, "rule_ai:stages=last") == {"build stage 1"}
    table.hold(0, "Altar", "Apothecary")
    assert choices(table, "rule_ai:stages=last") == {"build Altar"}
    assert choices(table, "rule_ai:stages=first") == {"build stage 1"}


def test_which_of_several_cards_is_a_knob():
    table = table_with("Timber Yard", "Clay Pit", coins=3)
    assert choices(table) == {"build Timber Yard", "build Clay Pit"}
    table = table_with("Apothecary", "Workshop", cards=["Loom"]).city(1, "Glassworks")
    assert choices(table) == {"build Apothecary", "build Workshop"}
    assert choices(table, "rule_ai:pick=cheapest") == {"build Apothecary"}


def test_in_age_three_whatever_brings_most_points_at_once():
    table = table_with("Gardens", "Arena", "Senate", age=3, cards=["Statue", "Library"], coins=0)
    assert choices(table) == {"build Senate"}
    assert choices(table.hold(0, "Pantheon", "Academy")) == {"discard Pantheon", "discard Academy"}  # a point for coins
    assert choices(table.city(0, "School", "Dispensary", "Laboratory")) == {"build Academy"}  # a second set
    stage = table_with("Gardens", "Arena", age=3, cards=["Stone Pit", "Quarry"], stages=2, coins=0)
    assert choices(stage) == {"build stage 3"}


def test_points_for_coins_and_for_conflicts_are_knobs():
    table = table_with("Fortifications", "Arsenal", age=3, cards=["Walls"], coins=0).city(1, "Circus")
    assert choices(table) == {"discard Fortifications", "discard Arsenal"}
    assert choices(table, "rule_ai:conflicts=true") == {"build Fortifications"}
    assert "build Fortifications" in choices(table, "rule_ai:coins=false")  # no points, but no worse than a discard


def test_from_the_pile_it_takes_the_card_with_most_points():
    table = Table("Halikarnassos B", "Giza A", "Rhodos A").go_to(2, 2).pile("Walls", "Aqueduct", "Temple")
    table.city(0, "Ore Vein", "Foundry")
    for move in ("build stage 1", "discard", "discard"):
        table.play(move)
    assert choices(table) == {"build from the pile Aqueduct"}


@pytest.mark.slow
def test_it_beats_random_players_by_far():
    params = GAME.Params()
    rules = GAME.prepare(params)
    players = [make_player(parse_player(text, GAME), GAME, params) for text in ("rule_ai", "random", "random")]
    results = play(GAME, rules, players, rotations(range(200), 3))
    seats = rotations(range(200), 3).seats[:, :3]
    assert results.payoffs[:, :3][seats == 0].mean() > 0.97


@pytest.mark.xdist_group("sevenwonders-mcts")
@pytest.mark.parametrize(("age", "share"), [(0, 0.66), (1, 1.0), (2, 1.33)])
def test_the_simulations_of_a_decision_have_their_share_by_age(age, share):
    place = Place("sevenwonders", GAME.Params())
    state = next(state for state in place.positions(10, 18 * age) if state.age == age)
    thinker = place.thinker("uct", simulations=100, early=0.66, late=1.33)
    thinker.decide(state)
    assert root_of(thinker).visits == round(100 * share)
    assert len(thinker.memory.nodes) == 2 + 134


def test_without_a_budget_of_its_own_a_number_of_simulations_is_the_only_limit():
    assert parse_player("mcts:simulations=5", GAME).budget == UNLIMITED
    assert parse_player("mcts:simulations=5", GAME, 100).budget == 100
    with pytest.raises(InputError, match="simulations = '-1' is not accepted; it takes a whole number from 0 to"):
        parse_player("uct:simulations=-1", GAME)


@pytest.mark.xdist_group("sevenwonders-mcts")
def test_uct_may_try_every_move_before_it_tries_one_twice():
    place = Place("sevenwonders", GAME.Params())
    state = place.positions(1, 0)[0]
    thinker = place.thinker("uct", simulations=8, expansion="full")
    thinker.decide(state)
    visits = [child.visits for child in children(thinker)]
    assert len(visits) > 8
    assert sorted(visits) == [0] * (len(visits) - 8) + [1] * 8
