"""The rules of Dominion beyond its cards, one test each, titled by the rule."""

import numpy as np
import pytest

from engine.dominion.zones import counts
from engine.game import Ended, payoffs, pending, skip
from tests.engine.dominion_table import GAME, Table, hand_of

TOTALS = {2: 270, 3: 295, 4: 308, 5: 454, 6: 470}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_setup_supply_of_seventeen_piles_by_the_number_of_players(players):
    table = Table("Gardens", players=players)
    wanted = {
        "Copper": {2: 46, 3: 39, 4: 32, 5: 85, 6: 78},
        "Silver": {2: 40, 3: 40, 4: 40, 5: 80, 6: 80},
        "Gold": {2: 30, 3: 30, 4: 30, 5: 60, 6: 60},
        "Estate": {2: 8, 3: 12, 4: 12, 5: 12, 6: 12},
        "Duchy": {2: 8, 3: 12, 4: 12, 5: 12, 6: 12},
        "Province": {2: 8, 3: 12, 4: 12, 5: 15, 6: 18},
        "Curse": {2: 10, 3: 20, 4: 30, 5: 40, 6: 50},
        "Gardens": {2: 8, 3: 12, 4: 12, 5: 12, 6: 12},
        "Village": dict.fromkeys(range(2, 7), 10),
    }
    for card, sizes in wanted.items():
        assert table.left(card) == sizes[players], card


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_setup_seven_coppers_three_estates_and_a_hand_of_five(players):
    table = Table(players=players)
    fresh = GAME.new_deal(table.rules, 5)
    for player in range(1, players):
        seat = fresh.seats[player]
        assert sum(counts(seat.hand)) == 5
        owned = np.add(counts(seat.hand), counts(seat.deck))
        assert (owned[0], owned[1], owned.sum()) == (7, 3, 10)
    cards = int(fresh.supply.sum()) + 10 * players
    assert cards == TOTALS[players]


@pytest.mark.parametrize(("players", "more"), [(2, -2), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_every_pile_of_victory_cards_in_the_kingdom_changes_the_number_of_all_cards(players, more):
    kingdom = ("Gardens", "Great Hall", "Duke", "Harem", "Nobles")
    for victory in range(len(kingdom) + 1):
        supply = Table(*kingdom[:victory], players=players).state.supply
        assert int(supply.sum()) + 10 * players == TOTALS[players] + more * victory


@pytest.mark.parametrize(("kingdom", "cards"), [("base", 25), ("intrigue", 25), ("both", 50)])
def test_the_kingdom_is_ten_different_cards_of_the_pool_in_every_deal(kingdom, cards):
    rules = GAME.prepare(GAME.Params(kingdom=kingdom))
    seen = set()
    for seed in range(90):
        state = GAME.new_deal(rules, seed)
        ten = state.cards[4:14].tolist()
        assert len(set(ten)) == 10
        assert set(ten) <= set(rules.pool[: rules.n_pool].tolist())
        seen |= set(ten)
    assert len(seen) == cards


def test_one_action_may_be_played_and_one_card_bought():
    table = hand_of(["Smithy", 2], ["Copper", 3], deck=[])
    assert table.can("play ") == ["Smithy", "no more Actions"]
    table.play("play Smithy")
    assert table.can("play ") == []
    assert table.numbers_left == (0, 1, 3)
    table.play("buy Silver")
    assert table.state.to_move == 1


def test_playing_actions_may_be_stopped():
    table = hand_of("Village", "Silver").play("play no more Actions")
    assert table.numbers_left == (1, 1, 2)
    assert table.hand() == {"Village": 1}


def test_all_treasures_are_played_when_no_action_is():
    table = hand_of("Copper", "Silver", "Gold", "Estate")
    assert table.in_play() == {"Copper": 1, "Silver": 1, "Gold": 1}
    assert table.hand() == {"Estate": 1}
    assert table.numbers_left == (1, 1, 6)


def test_a_purchase_costs_coins_and_a_buy_and_goes_to_the_discard_pile():
    table = hand_of("Market", "Gold", ["Silver", 2], deck=["Copper"]).play("play Market", "buy Silver")
    assert table.numbers_left == (1, 1, 6)
    assert table.discard() == {"Silver": 1}
    assert "Province" not in table.can("buy ")
    table.play("buy nothing more")
    assert table.state.to_move == 1


def test_curses_and_coppers_can_be_bought_for_nothing_but_no_card_of_an_empty_pile():
    table = hand_of("Estate")
    assert table.can("buy ") == ["Copper", "Curse", "nothing more"]
    table.supply(Curse=0).begin()
    assert table.can("buy ") == ["Copper", "nothing more"]


def test_clean_up_discards_hand_and_play_area_and_draws_five():
    table = hand_of("Smithy", "Estate", ["Copper", 2], deck=[["Estate", 3], "Duchy", "Gold", ["Silver", 4]])
    table.play("play Smithy", "buy nothing more")
    assert table.discard() == {"Smithy": 1, "Estate": 4, "Copper": 2}
    assert table.hand() == {"Duchy": 1, "Gold": 1, "Silver": 3}
    assert table.in_play() == {}


def test_actions_buys_and_coins_that_are_not_spent_are_lost():
    table = hand_of("Festival", "Bridge", ["Gold", 2], deck=[["Estate", 5]], players=2)
    table.play("play Festival", "play Bridge", "buy nothing more")
    assert (table.state.to_move, table.numbers_left) == (1, (1, 1, 0))
    table.play("buy nothing more")
    assert (table.state.to_move, table.numbers_left, table.cost("Gold")) == (0, (1, 1, 0), 6)


def test_the_others_keep_their_hands_between_their_turns():
    table = hand_of("Copper", players=3).set(2, ["Gold", ["Estate", 3]], []).begin().play("buy nothing more")
    assert table.hand(2) == {"Gold": 1, "Estate": 3}


def test_a_hand_may_grow_beyond_twenty_cards():
    table = hand_of(["Throne Room", 3], ["Council Room", 3], deck=[], discard=[["Estate", 30]])
    table.play("play Throne Room", *["Throne Room: play Throne Room"] * 2)
    assert table.hand() == {"Estate": 24}


def test_the_discard_pile_is_shuffled_only_when_a_card_is_needed():
    table = hand_of("Copper", deck=[["Estate", 5]], discard=["Gold"]).play("buy nothing more")
    assert table.discard() == {"Gold": 1, "Copper": 1}
    assert table.deck() == []


def test_a_deck_that_is_too_small_is_drawn_first_and_then_the_shuffled_discard_pile():
    table = hand_of("Smithy", deck=["Duchy"], discard=[["Estate", 5]]).play("play Smithy")
    assert table.hand() == {"Duchy": 1, "Estate": 2}
    assert table.discard() == {}


def test_cards_that_are_revealed_or_set_aside_are_not_shuffled_in_when_the_deck_runs_out():
    table = hand_of("Library", "Duchy", deck=["Smithy", "Estate"], discard=[["Estate", 2]])
    table.play("play Library", "Library: put the card aside")
    assert table.hand() == {"Duchy": 1, "Estate": 3}  # and not the Smithy, though seven are wanted
    assert table.discard() == {"Smithy": 1}
    table = hand_of("Adventurer", deck=["Smithy", "Copper"], discard=["Silver"]).play("play Adventurer")
    assert table.in_play() == {"Adventurer": 1, "Copper": 1, "Silver": 1}
    assert (table.discard(), table.deck()) == ({"Smithy": 1}, [])


def test_drawing_with_too_few_cards_draws_what_there_is():
    table = hand_of("Smithy", deck=["Duchy"], discard=["Estate"]).play("play Smithy")
    assert table.hand() == {"Duchy": 1, "Estate": 1}


def test_every_card_of_the_unknown_deck_is_drawn_equally_often():
    drawn = {"Copper": 0, "Silver": 0, "Gold": 0, "Curse": 0, "Smithy": 0}
    table = Table("Village", "Smithy")
    for _ in range(1500):
        table.set(0, ["Village", "Estate"], [], list(drawn)).begin().play("play Village")
        for zone in (table.hand(), table.in_play()):
            for card in set(zone) & set(drawn):
                drawn[card] += 1
    assert sum(drawn.values()) == 1500
    assert max(drawn.values()) < 1.2 * 300
    assert min(drawn.values()) > 0.8 * 300


def test_the_game_ends_after_the_turn_in_which_the_last_province_goes():
    table = hand_of(["Gold", 3], ["Copper", 1]).supply(Province=1).play("buy Province")
    assert table.state.ended == Ended.WON
    shares = np.zeros(2)
    payoffs(table.rules, table.state, shares)
    assert (table.score(0), table.score(1), *shares) == (6 + 8, 10, 1.0, 0.0)


def test_the_end_is_not_checked_before_the_turn_is_over():
    table = hand_of("Festival", ["Gold", 3]).supply(Province=1).play("play Festival", "buy Province")
    assert table.state.ended == Ended.PLAYING
    table.play("buy nothing more")
    assert table.state.ended != Ended.PLAYING


@pytest.mark.parametrize(("players", "piles"), [(2, 3), (4, 3), (5, 4), (6, 4)])
def test_the_game_ends_when_three_piles_are_empty_with_five_and_six_players_four(players, piles):
    cards = ["Village", "Smithy", "Curse", "Market"]
    for empty in (piles - 1, piles):
        table = hand_of("Estate", also=cards[:2] + cards[3:], players=players)
        table.supply(**dict.fromkeys(cards[:empty], 0)).play("buy nothing more")
        assert (table.state.ended != Ended.PLAYING) == (empty == piles)


def end_with(scores, active):
    """A game that ends in the turn of a player, with so many Estates each."""
    table = Table(players=len(scores))
    for player, estates in enumerate(scores):
        table.set(player, [], [], [["Estate", estates]])
    table.supply(Province=0).begin(active).play("buy nothing more")
    shares = np.zeros(len(scores))
    payoffs(table.rules, table.state, shares)
    return table.state.ended, shares.tolist()


def test_most_points_win():
    assert end_with([3, 5, 4], 2) == (Ended.WON, [0, 1, 0])


def test_of_equal_points_those_with_fewer_turns_win():
    assert end_with([5, 5, 4], 0) == (Ended.WON, [0, 1, 0])


def test_of_equal_points_and_turns_the_win_is_shared():
    assert end_with([5, 4, 5], 2) == (Ended.SHARED, [0.5, 0, 0.5])


def test_at_the_limit_of_turns_nobody_wins_but_points_count_on():
    table = Table(turn_limit=2)
    for _ in range(4):
        assert table.state.ended == Ended.PLAYING
        table.play("buy nothing more")
    assert table.state.ended == Ended.LIMIT
    assert table.score(0) == table.score(1) == 3
    shares = np.ones(2)
    payoffs(table.rules, table.state, shares)
    assert shares.tolist() == [0, 0]


def test_parameters_change_start_decks_hands_piles_and_the_end():
    params = GAME.Params(start_copper=4, start_estate=0, hand_size=3, province_pile=1, kingdom_pile=2, curse_pile=7)
    state = GAME.new_deal(GAME.prepare(params), 3)
    assert [sum(counts(zone)) for zone in (state.seats[1].hand, state.seats[1].deck)] == [3, 1]
    assert (state.supply[3], state.supply[16]) == (1, 7)
    assert set(state.supply[4:14].tolist()) <= {2, 8}


def test_a_card_is_pending_while_it_is_half_played():
    table = hand_of("Militia", players=3).set(1, ["Gold", "Silver", "Copper", "Estate"], []).begin()
    assert not pending(table.rules, table.state, 0)
    table.play("play Militia")
    assert pending(table.rules, table.state, 0)
    table.play("Militia: discard Estate")
    assert not pending(table.rules, table.state, 0)


def test_turns_of_others_can_be_left_out():
    table = hand_of("Copper", players=3)
    table.play("buy nothing more")
    assert table.state.to_move == 1
    assert skip(table.rules, table.state, 0)
    assert (table.state.to_move, table.state.rounds) == (0, 1)
    assert table.numbers_left[:2] == (1, 1)


def test_turns_are_not_left_out_in_the_middle_of_a_card():
    table = hand_of("Militia").set(1, ["Gold", "Silver", "Copper", "Estate"], []).begin().play("play Militia")
    assert not skip(table.rules, table.state, 0)
