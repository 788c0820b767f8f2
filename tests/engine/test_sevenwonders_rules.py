"""The rules of 7 Wonders, one test each, titled by the rule."""

from collections import Counter

import numpy as np
import pytest

from engine.game import Ended, payoffs, pending, points
from engine.sevenwonders.content import load
from engine.sevenwonders.params import Payment, Sides
from engine.sevenwonders.printed import board
from engine.sevenwonders.state import COINS, FREE_USED, LINKED, LINKS, SIDE_ROOM, STAGES_FROM, Phase
from tests.engine.sevenwonders_table import GAME, Table

PLAIN = ("Giza A", "Rhodos A", "Ephesos A")


def discard_all(table):
    """Every player who is asked discards its first card."""
    table.play(table.can("discard")[0])


def end_turn(table):
    """The others discard until a new turn begins or something else is asked."""
    state = table.state
    turn = (int(state.age), int(state.age_turn))
    while state.phase == Phase.PICK and not state.ended and (int(state.age), int(state.age_turn)) == turn:
        discard_all(table)


def shields(table, *numbers):
    """Give the players so many shields, by cards of any age."""
    cards = {1: ["Stockade"], 2: ["Walls"], 3: ["Circus"], 0: []}
    for player, number in enumerate(numbers):
        table.city(player, *cards[number])


# Setup


def test_setup_three_coins_seven_cards_different_boards_their_start_good():
    table = Table(players=7, boards="")
    assert [table.coins(player) for player in range(7)] == [3] * 7
    assert [len(hand) for hand in table.hands()] == [7] * 7
    assert len({board(table.rules, table.state, player) for player in range(7)}) == 7
    assert "goods   1S" in GAME.view.show(*position(Table(*PLAIN)))


def position(table):
    return table.rules, table.state


def test_sides_are_a_or_b_or_drawn_with_the_board_and_a_seat_can_fix_its_own():
    def sides(**changes):
        tables = [Table(seed=seed, **changes) for seed in range(30)]
        return Counter(board(table.rules, table.state, player)[-1] for table in tables for player in range(3))

    assert set(sides(players=3)) == {"A"}
    assert set(sides(players=3, sides=Sides.B)) == {"B"}
    assert 30 < sides(players=3, sides=Sides.DRAWN)["A"] < 60
    fixed = Table(boards="Giza B / any / Rhodos", sides=Sides.A)
    assert [board(*position(fixed), player) for player in (0, 2)] == ["Giza B", "Rhodos A"]
    assert board(*position(fixed), 1) not in ("Giza A", "Rhodos A")


def seatings(deals=400, **changes):
    """Which boards sat at the table, and how often, over many deals."""
    rules = GAME.prepare(GAME.Params(**changes))
    states = (GAME.new_deal(rules, seed) for seed in range(deals))
    return Counter(tuple(board(rules, state, seat) for seat in range(state.n_players)) for state in states)


def test_a_deal_has_one_of_the_set_ups_of_boards_that_are_named():
    found = seatings(boards="Giza B / any / Rhodos; Babylon / Olympia B / Ephesos")
    assert 150 < found.pop(("Babylon A", "Olympia B", "Ephesos A")) < 250
    assert {(seats[0], seats[2]) for seats in found} == {("Giza B", "Rhodos A")}
    assert len(found) == 5
    assert set(seatings(boards="giza b / ANY a / rhodos b")) == {
        ("Giza B", f"{other} A", "Rhodos B")
        for other in ("Alexandria", "Babylon", "Ephesos", "Halikarnassos", "Olympia")
    }


def test_set_ups_drawn_once_stay_the_same_for_all_deals_and_depend_on_their_seed_alone():
    found = seatings(setups=25)
    assert len(found) == 25
    assert min(found.values()) > 4
    assert seatings(setups=25).keys() == found.keys() != seatings(setups=25, setup_seed=2).keys()
    assert len(seatings(setups=10, sides=Sides.DRAWN, boards="Giza B / any / Rhodos A")) == 10
    assert len(seatings(players=7, setups=3)) == 3


def test_five_of_ten_guilds_are_drawn_for_three_players():
    drawn = Counter()
    for seed in range(60):
        table = Table(seed=seed, players=3)
        while table.state.age < 2:
            discard_all(table)
        names = [name for hand in table.hands() for _, name in hand if name.endswith("Guild")]
        assert len(set(names)) == len(names) == 5
        drawn.update(names)
    assert len(drawn) == 10
    assert min(drawn.values()) > 15


# Turns


def test_picks_are_covered_until_the_last_one_is_in():
    table = Table(*PLAIN).go_to(1, 1)
    for player in range(3):
        table.hold(player, "Altar", "Theater")
    table.play("discard Altar")
    assert pending(table.rules, table.state, 0)
    assert not pending(table.rules, table.state, 1)
    assert table.coins(0) == 3
    assert "picked  discard Altar" in GAME.view.show(*position(table), 0)
    assert "picked" not in GAME.view.show(*position(table), 1)
    table.play("discard Altar")
    table.play("discard Altar")
    assert [table.coins(player) for player in range(3)] == [6, 6, 6]
    assert not pending(table.rules, table.state, 0)


@pytest.mark.parametrize(("age", "to"), [(1, 1), (2, -1), (3, 1)])
def test_hands_go_to_the_left_in_ages_one_and_three_and_to_the_right_in_age_two(age, to):
    table = Table(players=4)
    while table.state.age < age - 1:
        discard_all(table)
    before = table.hands()
    gone = []
    for _ in range(4):
        gone.append(table.read(table.actions()[table.can("discard")[0]])[0])
        discard_all(table)
    for player in range(4):
        before[player].remove(gone[player])
        assert table.hands()[(player + to) % 4] == before[player]


def test_six_turns_an_age_and_the_last_cards_go_to_the_discard_pile_for_no_coins():
    table = Table(players=3)
    for _ in range(18):
        assert table.state.age == 0
        discard_all(table)
    assert (table.state.age, table.state.age_turn) == (1, 0)
    assert table.state.discarded == 21
    assert [table.coins(player) for player in range(3)] == [3 + 6 * 3] * 3


def test_the_game_ends_after_three_ages():
    table = Table(players=3)
    while not table.state.ended:
        discard_all(table)
    assert table.state.turn == 54
    assert table.state.ended == Ended.SHARED


def test_a_game_that_is_stopped_has_no_winner():
    table = Table(players=3, decision_limit=20)
    while not table.state.ended:
        discard_all(table)
    assert (table.state.turn, table.state.ended) == (21, Ended.LIMIT)
    shares = np.ones(3)
    payoffs(table.rules, table.state, shares)
    assert shares.tolist() == [0, 0, 0]


# Actions


def test_every_card_may_be_discarded_for_three_coins():
    table = Table(*PLAIN).go_to(1, 1)
    for player in range(3):
        table.hold(player, "Altar", "Theater")
    end_turn(table)
    assert [table.coins(player) for player in range(3)] == [6, 6, 6]
    assert table.state.discarded == 3


def test_coins_for_a_discard_and_at_the_start_are_parameters():
    table = Table(*PLAIN, discard_coins=5, start_coins=1)
    end_turn(table)
    assert table.coins(0) == 6


def test_only_useless_cards_may_be_discarded_where_the_rules_say_so():
    table = Table(*PLAIN, may_discard=False).go_to(1, 1).city(0, coins=0)
    table.hold(0, "Altar", "Apothecary")
    assert [text[:13] for text in table.actions()] == ["build Altar (", "discard Apoth"]


def test_a_card_is_built_for_its_goods_or_its_coin():
    table = Table(*PLAIN).go_to(1, 1).city(0, coins=1)
    table.hold(0, "Timber Yard", "Baths", "Stockade")
    assert [text.split(" (")[0] for text in table.can("build")] == ["build Timber Yard", "build Baths"]
    table.play("build Timber Yard")
    end_turn(table)
    assert table.coins(0) == 0
    assert "Timber Yard" in GAME.view.show(*position(table))


def test_no_name_stands_twice_in_a_city_also_across_ages():
    table = Table(*PLAIN).go_to(2, 1).city(0, "Loom").hold(0, "Loom", "Press")
    assert [text[:11] for text in table.can("build")] == ["build Press"]
    table = Table(*PLAIN, names_across_ages=False).go_to(2, 1).city(0, "Loom").hold(0, "Loom", "Press")
    assert [text[:10] for text in table.can("build")] == ["build Loom", "build Pres"]


def test_a_card_in_the_city_makes_another_one_free():
    table = Table(*PLAIN).go_to(2, 1).city(0, "Baths", coins=0).hold(0, "Aqueduct", "Temple")
    table.play("build Aqueduct (blue, age II, costs SSS: points 5), free by a card in the city")
    end_turn(table)
    assert table.points(0)["blue"] == 8


@pytest.mark.parametrize("parent", ["East Trading Post", "West Trading Post"])
def test_the_forum_is_free_by_either_trading_post(parent):
    table = Table(*PLAIN).go_to(2, 1).city(0, parent, coins=0).hold(0, "Forum", "Temple")
    assert table.can("build Forum")


def test_a_stage_is_built_with_any_card_which_then_is_out_of_the_game():
    table = Table(*PLAIN).go_to(1, 1).city(0, "Stone Pit", coins=0).hold(0, "Stone Pit", "Baths")
    table.hold(1, "Altar", "Theater").hold(2, "Loom", "Press")
    table.play("build stage 1 (points 3) with Stone Pit")
    end_turn(table)
    assert table.points(0) == {"stages": 3}
    assert table.in_pile() == ["Altar", "Loom"]


def test_stages_are_built_in_order_each_once():
    table = Table("Rhodos B", "Giza A", "Olympia A").go_to(3, 1)
    table.city(0, "Quarry", "Stone Pit", "Foundry", "Ore Vein", coins=0).hold(0, *["Pantheon", "Palace", "Senate"])
    for stage, total in ((1, 3), (2, 7)):
        (text, *_) = table.can(f"build stage {stage}")
        table.play(text)
        end_turn(table)
        assert table.points(0)["stages"] == total
        table.go_to(3, 1).hold(0, "Pantheon", "Palace")
    assert not table.can("build stage")


def test_no_stage_costs_coins_to_the_bank_and_none_is_free_by_a_card():
    rules = Table().rules
    stages = [STAGES_FROM + SIDE_ROOM * side + i for side in range(14) for i in range(rules.n_stages[side])]
    assert len(stages) == 42
    assert not rules.cost[stages, COINS].any()
    assert not rules.cost[stages, LINKED].any()
    for name in load("", "").boards:
        table = Table(f"{name} A", "any", "any").city(0, coins=0)
        table.state.city[1:, :COINS] = 0  # nobody to buy from
        table.state.powers[0] |= LINKS  # whatever can make something free stands in the city
        assert not table.can("build stage")


# Trade


def test_all_payments_of_a_turn_come_from_the_coins_at_its_start():
    table = Table("Olympia A", "Giza A", "Rhodos A").go_to(1, 1)
    table.city(0, coins=1).city(1, coins=3)
    table.hold(0, "Baths", "Altar").hold(1, "Stockade", "Altar").hold(2, "Altar", "Theater")
    assert not table.can("build Baths")  # the 2 coins of seat 1's wood come too late
    table.play("discard Baths")
    table.play("build Stockade")
    table.play("discard Altar")
    assert [table.coins(player) for player in range(3)] == [1 + 3 + 2, 1, 6]


def test_a_discount_works_from_the_turn_after_its_card_was_built():
    table = (
        Table("Olympia A", "Giza A", "Rhodos A").go_to(1, 1).city(0, coins=3).hold(0, "East Trading Post", "Barracks")
    )
    (now,) = table.can("build Barracks")
    table.play("build East Trading Post")
    end_turn(table)
    table.hold(0, "Barracks", "Altar")
    (later,) = table.can("build Barracks")
    assert (now.split(", ")[-1], later.split(", ")[-1]) == ("for 2 coins", "for 1 coin")


def test_nobody_runs_out_of_coins_or_tokens_at_the_bank():
    table = Table(*PLAIN).go_to(1, 1).city(0, coins=500).hold(0, "Altar", "Theater")
    table.play("discard Altar")
    end_turn(table)
    assert table.coins(0) == 503


def test_goods_for_sale_are_those_of_board_brown_and_grey_cards_only():
    table = Table("Alexandria A", "Giza A", "Rhodos A").go_to(1, 1).city(0, "Caravansery", "Forum", stages=2)
    table.city(1, coins=20).hold(0, "Altar", "Theater").hold(1, "Workshop", "Stockade", "Scriptorium")
    table.play("discard Altar")
    assert [text.split(" (")[0] for text in table.can("build")] == ["build Workshop"]  # glass of the board


@pytest.mark.parametrize(("rule", "paid"), [(Payment.LEFT, (2, 0)), (Payment.RIGHT, (0, 2))])
def test_of_equal_payments_the_rules_say_who_gets_it(rule, paid):
    table = Table("Olympia A", "Rhodos A", "Babylon A", payment=rule).go_to(1, 1)
    table.city(1, "Ore Vein", coins=0).city(2, "Ore Vein", coins=0).hold(0, "Barracks", "Altar")
    table.hold(1, "Altar", "Theater").hold(2, "Altar", "Theater")
    table.play("build Barracks")
    end_turn(table)
    assert (table.coins(1) - 3, table.coins(2) - 3) == paid


def test_of_equal_payments_chance_prefers_a_side_and_only_the_deal_and_the_turn_decide_it():
    paid = Counter()
    for seed in range(60):
        table = Table("Olympia A", "Rhodos A", "Babylon A", payment=Payment.CHANCE, seed=seed).go_to(1, 1)
        table.city(1, "Ore Vein", coins=0).city(2, "Ore Vein", coins=0).hold(0, "Barracks", "Altar")
        table.hold(1, "Altar", "Theater").hold(2, "Altar", "Theater")
        table.play("build Barracks")
        end_turn(table)
        paid[table.coins(1) - 3] += 1
    assert set(paid) == {0, 2}
    assert min(paid.values()) > 15


# Boards


def test_ephesos_nine_coins_with_its_second_stage_four_with_each_on_side_b():
    for side, coins in (("A", [0, 9, 0]), ("B", [4, 4, 4])):
        table = Table(f"Ephesos {side}", "Giza A", "Rhodos A").go_to(3, 1)
        table.city(0, "Quarry", "Sawmill", "Press", "Loom", "Glassworks", "Forum", coins=0)
        for stage in range(3):
            table.go_to(3, 1).hold(0, "Pantheon", "Palace").hold(1, "Senate", "Arena").hold(2, "Gardens", "Study")
            table.play(table.can(f"build stage {stage + 1}")[0])
            end_turn(table)
            assert table.coins(0) == sum(coins[: stage + 1])


def test_rhodos_shields_on_its_stages_count_in_conflicts():
    table = Table("Rhodos A", "Giza A", "Ephesos A").city(0, stages=2).go_to(1, 6)
    for player in range(3):
        table.hold(player, "Altar", "Theater")
    end_turn(table)
    assert table.state.tokens[:3].tolist() == [2, -1, -1]


def test_olympia_builds_one_card_an_age_without_cost_but_no_stage():
    table = Table("Olympia A", "Giza A", "Rhodos A").go_to(2, 1).city(0, stages=2, coins=0)
    table.hold(0, "Aqueduct", "Vineyard", "Sawmill")
    for player in (1, 2):
        table.hold(player, "Library", "School")
    assert [text.split(" (")[0] for text in table.can("build without cost")] == [
        "build without cost Sawmill",
        "build without cost Aqueduct",
    ]  # not the Vineyard, which costs nothing
    table.play("build without cost Aqueduct")
    end_turn(table)
    assert table.points(0)["blue"] == 5
    table.hold(0, "Walls", "Temple")
    assert not table.can("build without cost")
    table.go_to(2, 6)
    end_turn(table)
    table.hold(0, "Palace", "Arena")
    assert table.can("build without cost Palace")


def test_the_free_build_may_be_offered_for_cards_that_cost_nothing():
    table = Table("Olympia A", "Giza A", "Rhodos A", free_build_always=True).go_to(2, 1).city(0, stages=2)
    table.hold(0, "Vineyard", "Temple")
    table.play("build without cost Vineyard")
    end_turn(table)
    assert table.state.powers[0] & FREE_USED


def test_olympias_free_build_is_usable_from_the_next_turn_on():
    table = Table("Olympia A", "Giza A", "Rhodos A").go_to(1, 3).city(0, "Stone Pit", stages=1, coins=2)
    table.hold(0, "Altar", "Workshop").hold(1, "Theater", "Loom").hold(2, "Press", "Stockade")
    assert not table.can("build without cost")
    table.play("build stage 2")
    end_turn(table)
    table.hold(0, "Workshop", "Apothecary")
    assert len(table.can("build without cost")) == 2


def test_babylon_plays_its_last_card_too_from_the_age_on_in_which_it_gets_the_power():
    table = Table("Babylon B", "Giza A", "Rhodos A").go_to(1, 6).city(0, stages=2, coins=0)
    table.hold(0, "Altar", "Theater").hold(1, "Loom", "Press").hold(2, "Stockade", "Barracks")
    table.play("build Altar")
    end_turn(table)
    assert (table.state.phase, table.state.to_move) == (Phase.SEVENTH, 0)
    assert [text[:13] for text in table.actions()] == ["build Theater", "discard Theat"]
    table.play("build Theater")
    assert table.points(0) == {"stages": 3, "blue": 4}
    assert (table.state.age, table.state.phase) == (1, Phase.PICK)


@pytest.mark.parametrize("at_once", [True, False])
def test_the_stage_built_with_the_sixth_card_lets_babylon_play_the_seventh_at_once_or_from_the_next_age_on(at_once):
    table = Table("Babylon B", "Giza A", "Rhodos A", seventh_at_once=at_once).go_to(1, 6).city(0, stages=1)
    table.city(0, "Lumber Yard", "Sawmill", "Glassworks").hold(0, "Altar", "Theater")
    table.play("build stage 2")
    end_turn(table)
    assert (table.state.phase == Phase.SEVENTH) == at_once
    if not at_once:
        table.go_to(2, 6)
        end_turn(table)
        assert table.state.phase == Phase.SEVENTH


def test_babylon_chooses_which_of_its_last_two_cards_it_plays_first():
    for first, second in (("Altar", "Theater"), ("Theater", "Altar")):
        table = Table("Babylon B", "Giza A", "Rhodos A").go_to(1, 6).city(0, stages=2).hold(0, "Altar", "Theater")
        table.play(f"build {first}")
        end_turn(table)
        assert (table.state.phase, table.state.to_move) == (Phase.SEVENTH, 0)
        assert [text.split(" (")[0] for text in table.actions()] == [f"build {second}", f"discard {second}"]


def test_babylons_last_card_sees_what_the_sixth_turn_brought():
    table = Table("Babylon B", "Giza A", "Rhodos A").go_to(1, 6).city(0, stages=2, coins=0).city(2, coins=5)
    table.hold(0, "Loom", "Apothecary").hold(1, "Altar", "Theater").hold(2, "Guard Tower", "Stockade")
    table.play("build Loom")
    table.play("discard Altar")
    table.play("build Guard Tower")  # buys Babylon's clay
    assert table.coins(0) == 2
    assert table.can("build Apothecary")


def test_halikarnassos_builds_a_card_of_the_pile_without_cost_and_with_its_effects():
    table = Table("Halikarnassos B", "Giza A", "Rhodos A").go_to(2, 2).pile("Vineyard", "Walls", "Loom")
    table.city(0, "Ore Vein", "Foundry", "Loom", coins=0).hold(0, "Library", "School")
    table.hold(1, "Stables", "Archery Range").hold(2, "Temple", "Forum")
    table.play("build stage 1")
    end_turn(table)
    assert table.state.phase == Phase.RECOVER
    assert [text.split(" (")[0].removeprefix("build from the pile ") for text in table.actions()] == [
        "Temple",
        "Vineyard",
        "Walls",
        "Stables",
        "leave the pile alone",
    ]
    table.play("build from the pile Vineyard")
    assert table.coins(0) == 2  # two brown cards at the table
    assert (table.state.phase, table.state.age_turn) == (Phase.PICK, 2)


def test_a_card_built_from_the_pile_comes_too_late_for_a_neighbours_vineyard_of_the_same_turn():
    table = Table("Halikarnassos B", "Giza A", "Rhodos A").go_to(2, 2).pile("Sawmill")
    table.city(0, "Ore Vein", "Foundry", coins=0).city(1, coins=0)
    table.hold(0, "Library", "School").hold(1, "Vineyard", "Press").hold(2, "Temple", "Forum")
    table.play("build stage 1")
    table.play("build Vineyard")
    table.play("discard Temple")
    table.play("build from the pile Sawmill")
    assert table.coins(1) == 2  # Ore Vein and Foundry


def test_the_right_to_build_from_the_pile_is_lost_where_the_pile_has_no_card_for_it():
    table = Table("Halikarnassos B", "Giza A", "Rhodos A").go_to(2, 2).pile("Loom")
    table.city(0, "Ore Vein", "Foundry", "Loom").hold(0, "Library", "School")
    table.city(1, coins=0).city(2, "Glassworks", "Brickyard", "Lumber Yard", coins=0)
    table.hold(1, "Vineyard", "Press").hold(2, "Temple", "Forum")
    for move in ("build stage 1", "build Vineyard", "build Temple"):
        table.play(move)
    assert (table.state.phase, table.state.age_turn) == (Phase.PICK, 2)


def test_a_card_of_the_pile_must_be_built_where_the_rules_say_so():
    table = Table("Halikarnassos B", "Giza A", "Rhodos A", may_decline=False).go_to(2, 2).pile("Walls")
    table.city(0, "Ore Vein", "Foundry").hold(0, "Library", "School").hold(1, "Loom", "Press").hold(2, "Loom", "Forum")
    table.play("build stage 1")
    end_turn(table)
    assert not table.can("leave the pile alone")


def test_halikarnassos_and_babylon_take_turns_as_the_rules_say():
    for first, phases in ((True, [Phase.SEVENTH, Phase.RECOVER]), (False, [Phase.RECOVER, Phase.SEVENTH])):
        table = Table("Babylon B", "Halikarnassos B", "Giza A", babylon_first=first).go_to(1, 6).pile("Baths")
        table.city(0, stages=2).city(1, "Ore Vein", "Foundry").hold(0, "Altar", "Theater").hold(1, "Loom", "Press")
        table.hold(2, "Stockade", "Barracks")
        table.play("discard Altar")
        table.play("build stage 1")
        discard_all(table)
        met = []
        while table.state.age == 0:
            met.append(table.state.phase)
            table.play(list(table.actions())[-1])
        assert met == phases


def test_a_card_recovered_in_this_age_makes_others_free_at_once_or_from_the_next_age_on():
    for at_once in (True, False):
        table = Table("Halikarnassos B", "Giza A", "Rhodos A", chain_same_age=at_once)
        table.pile("Baths").go_to(2, 2)
        table.city(0, "Ore Vein", "Foundry", coins=0).hold(0, "Library", "School")
        table.hold(1, "Loom", "Press").hold(2, "Temple", "Forum")
        table.play("build stage 1")
        end_turn(table)
        table.play("build from the pile Baths")
        table.hold(0, "Aqueduct", "Walls")
        assert bool(table.can("build Aqueduct")) == at_once


# Conflicts


def test_conflicts_with_both_neighbours_one_three_five_points_or_minus_one():
    table = Table(*PLAIN)
    shields(table, 2, 1, 1)
    for tokens in ([2, -1, -1], [8, -2, -2], [18, -3, -3]):
        age = table.state.age
        while table.state.age == age and not table.state.ended:
            discard_all(table)
        assert table.state.tokens[:3].tolist() == tokens


def test_conflict_points_are_parameters():
    table = Table(*PLAIN, victory_1=4, defeat=0)
    shields(table, 2, 1, 0)
    while table.state.age == 0:
        discard_all(table)
    assert table.state.tokens[:3].tolist() == [8, 4, 0]


# Points


def test_coins_are_worth_a_point_for_every_three():
    table = Table(*PLAIN).city(0, coins=11)
    assert table.points(0) == {"coins": 3}
    assert Table(*PLAIN, coins_per_point=2).city(0, coins=11).points(0) == {"coins": 5}


@pytest.mark.parametrize(
    ("guild", "worth"),
    [
        ("Workers Guild", 3),
        ("Craftsmens Guild", 4),
        ("Traders Guild", 1),
        ("Philosophers Guild", 1),
        ("Spies Guild", 1),
        ("Magistrates Guild", 2),
        ("Strategists Guild", 2),
        ("Builders Guild", 5),
        ("Shipowners Guild", 4),
    ],
)
def test_guilds_count_what_neighbours_or_the_own_city_have(guild, worth):
    table = Table(*PLAIN)
    table.city(0, "Lumber Yard", "Ore Vein", "Loom", guild, stages=2, coins=0)
    table.city(1, "Stone Pit", "Sawmill", "Press", "Tavern", "Altar", "Walls", stages=1)
    table.city(2, "Quarry", "Loom", "Theater", "Library", stages=2)
    table.state.city[1, 4] += np.uint64(2 << 56)  # two defeats
    assert table.points(0)["guilds"] == worth


def test_the_scientists_guild_and_babylon_give_a_symbol_of_free_choice():
    table = Table("Babylon A", "Giza A", "Rhodos A").city(0, "Apothecary", "Workshop", coins=0)
    assert table.points(0)["science"] == 2
    assert table.city(0, "Scientists Guild").points(0)["science"] == 10
    assert table.city(0, stages=2).points(0)["science"] == 13


def test_yellow_cards_of_age_three_are_worth_points_by_what_stands_in_the_city():
    table = Table(*PLAIN).city(0, "Loom", "Press", "Ore Vein", "Tavern", stages=3, coins=0)
    table.city(0, "Haven", "Lighthouse", "Chamber of Commerce", "Arena")
    assert table.points(0)["yellow"] == 1 + 5 + 4 + 3


def test_olympia_copies_the_best_guild_of_a_neighbour_as_if_it_stood_in_its_own_city():
    table = Table("Olympia B", "Giza A", "Rhodos A").city(0, "Ore Vein", "Loom", stages=3, coins=0)
    assert "guilds" not in table.points(0)
    table.city(1, "Workers Guild", "Lumber Yard").city(2, "Shipowners Guild", "Sawmill")
    assert table.points(0)["guilds"] == 3  # two brown cards next door; or two own cards and itself
    table.city(0, "Press")
    assert table.points(0)["guilds"] == 4
    assert table.points(1)["guilds"] == 2  # the neighbour keeps it: brown cards of seats 0 and 2


def test_a_copied_guild_need_not_count_itself_nor_give_a_symbol():
    for rules, worth in (({}, 10), ({"copy_science": False}, 2)):
        table = Table("Olympia B", "Giza A", "Rhodos A", **rules).city(0, "Apothecary", "Workshop", stages=3)
        assert table.city(1, "Scientists Guild").points(0)["science"] == worth
    table = Table("Olympia B", "Giza A", "Rhodos A", copy_counts_itself=False).city(0, "Ore Vein", stages=3)
    assert table.city(1, "Shipowners Guild").points(0)["guilds"] == 1


def test_most_points_win_then_most_coins_then_the_win_is_shared():
    def shares(*coins):
        table = Table(*PLAIN)
        for player, purse in enumerate(coins):
            table.city(player, coins=purse)
        table.state.ended = Ended.WON
        out = np.zeros(3)
        payoffs(table.rules, table.state, out)
        return out.tolist()

    assert shares(3, 9, 0) == [0, 1, 0]
    assert shares(3, 5, 4) == [0, 1, 0]  # all have one point
    assert shares(5, 5, 4) == [0.5, 0.5, 0]


def test_points_are_the_sum_of_their_parts():
    for seed in range(20):
        table = Table(seed=seed, players=5, sides=Sides.DRAWN)
        while not table.state.ended:
            table.play(next(iter(table.actions())))
        for player in range(5):
            assert points(table.rules, table.state, player) == sum(table.points(player).values())
