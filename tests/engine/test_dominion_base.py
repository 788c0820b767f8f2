"""The cards of the base set and the rulings on them, one test each, titled by the rule.

When no Action can be played the Treasures of the hand are put into play at once, so hands here are mostly Estates.
"""

import pytest

from tests.engine.dominion_table import Table, hand_of

ESTATES = [["Estate", 4]]


@pytest.mark.parametrize(
    ("card", "actions", "buys", "coins", "cards"),
    [
        ("Village", 2, 1, 0, 1),
        ("Woodcutter", 0, 2, 2, 0),
        ("Smithy", 0, 1, 0, 3),
        ("Festival", 2, 2, 2, 0),
        ("Laboratory", 1, 1, 0, 2),
        ("Market", 1, 2, 1, 1),
        ("Moat", 0, 1, 0, 2),
        ("Great Hall", 1, 1, 0, 1),
    ],
)
def test_a_card_of_numbers_gives_actions_buys_coins_and_cards(card, actions, buys, coins, cards):
    table = hand_of(card).play(f"play {card}")
    assert table.numbers_left == (actions, buys, coins)
    assert table.hand() == ({"Estate": cards} if cards else {})
    assert table.in_play() == {card: 1}


def test_cellar_discards_any_number_and_then_draws_as_many():
    table = hand_of("Cellar", *ESTATES, "Duchy", deck=["Gold", "Silver", "Province"])
    table.play("play Cellar", "Cellar: discard Duchy", "Cellar: discard Estate", "Cellar: discard no more")
    assert table.discard() == {"Duchy": 1, "Estate": 1}
    assert table.in_play() == {"Cellar": 1, "Silver": 1, "Gold": 1}


def test_cellar_may_discard_nothing():
    table = hand_of("Cellar", *ESTATES).play("play Cellar", "Cellar: discard nothing")
    assert table.hand() == {"Estate": 4}
    assert table.numbers_left == (1, 1, 0)


def test_cellar_discards_all_before_it_draws_so_that_they_may_come_back():
    table = hand_of("Cellar", "Duchy", deck=[]).play("play Cellar", "Cellar: discard Duchy")
    assert table.hand() == {"Duchy": 1}


def test_chapel_trashes_up_to_four_cards_of_the_hand():
    table = hand_of("Chapel", ["Estate", 5], "Curse").play("play Chapel", "Chapel: trash Curse")
    table.play(*["Chapel: trash Estate"] * 3)
    assert table.trash() == {"Curse": 1, "Estate": 3}
    assert table.hand() == {"Estate": 2}


def test_cards_of_a_choice_come_in_one_order_so_that_every_outcome_is_reached_once():
    table = hand_of("Chapel", "Estate", "Curse").play("play Chapel")
    assert table.can("Chapel: trash ") == ["Estate", "Curse", "nothing"]
    table.play("Chapel: trash Estate")
    assert table.trash() == {"Estate": 1}
    assert table.hand() == {"Curse": 1}  # the other one was passed over


def test_chancellor_may_put_the_deck_into_the_discard_pile():
    table = hand_of("Chancellor", deck=["Gold", "Silver"], discard=["Estate"]).play("play Chancellor")
    table.play("Chancellor: put the deck on the discard pile")
    assert table.discard() == {"Gold": 1, "Silver": 1, "Estate": 1}
    assert table.deck() == []
    table = hand_of("Chancellor", deck=["Gold"]).play("play Chancellor", "Chancellor: do not")
    assert table.deck() == ["Gold"]
    assert table.numbers_left == (0, 1, 2)


def test_workshop_gains_a_card_that_costs_up_to_4():
    table = hand_of("Workshop", "Gardens").play("play Workshop")
    offered = table.can("Workshop: gain ")
    assert {"Gardens", "Silver", "Curse", "Copper"} <= set(offered)
    assert not {"Duchy", "Gold", "nothing"} & set(offered)
    table.play("Workshop: gain Gardens")
    assert table.discard() == {"Gardens": 1}
    assert table.left("Gardens") == 7


def test_a_mandatory_gain_takes_whatever_is_left():
    table = hand_of("Workshop")
    table.supply(**{card: 0 for card in table.pile if card != "Curse" and table.cost(card) <= 4})
    table.play("play Workshop")
    assert table.discard() == {"Curse": 1}


def test_nothing_is_gained_where_no_pile_can_be():
    table = hand_of("Workshop")
    table.supply(**{card: 0 for card in table.pile if table.cost(card) <= 4}).play("play Workshop")
    assert table.discard() == {"Workshop": 1}  # the turn is over: nothing can be bought either


@pytest.mark.parametrize(("card", "printed"), [("Workshop", 5), ("Ironworks", 5), ("Feast", 6)])
def test_under_bridge_a_limit_of_cost_reaches_cards_of_a_printed_cost_one_higher(card, printed):
    table = hand_of("Village", "Bridge", card, deck=["Estate"], also=["Market", "Laboratory"])
    table.play("play Village", "play Bridge", f"play {card}")
    offered = table.can(f"{card}: gain ")
    assert max(table.cost(name) + 1 for name in offered) == printed
    assert ("Duchy" in offered, "Gold" in offered) == (printed >= 5, printed >= 6)


def test_under_bridges_both_costs_of_remodel_and_of_mine_are_lower():
    table = hand_of("Village", "Throne Room", "Bridge", "Remodel", "Copper", deck=["Estate"])
    table.play("play Village", "play Throne Room", "Throne Room: play Bridge", "play Remodel")
    table.play("Remodel: trash Copper")  # it costs 0 still
    assert {table.cost(card) for card in table.can("Remodel: gain ")} == {0, 1, 2}
    table = hand_of("Village", "Throne Room", "Bridge", "Mine", "Copper", deck=["Estate"])
    table.play("play Village", "play Throne Room", "Throne Room: play Bridge", "play Mine")
    assert table.can("Mine: gain ") == ["Copper", "Silver"]  # a Gold still costs 4


@pytest.mark.parametrize("card", ["Chapel", "Remodel", "Trading Post", "Mine", "Cellar", "Secret Chamber"])
def test_a_card_in_play_does_not_find_itself_in_the_hand(card):
    table = hand_of(card).play(f"play {card}")
    assert (table.trash(), table.in_play(), table.discard()) == ({}, {card: 1}, {})
    assert table.can("buy ")


def test_bureaucrat_puts_a_silver_on_the_own_deck():
    table = hand_of("Bureaucrat", deck=[]).play("play Bureaucrat")
    assert table.deck() == ["Silver"]
    assert table.left("Silver") == 39


def test_bureaucrat_victims_put_a_victory_card_of_their_choice_on_the_deck():
    table = hand_of("Bureaucrat", "Gardens").set(1, ["Gardens", "Estate", "Copper"], ["Gold"]).begin()
    table.play("play Bureaucrat")
    assert table.state.to_move == 1
    assert table.can("Bureaucrat: put back ") == ["Estate", "Gardens"]
    table.play("Bureaucrat: put back Gardens")
    assert table.deck(1) == ["Gardens", "Gold"]


@pytest.mark.parametrize("card", ["Great Hall", "Harem", "Nobles", "Gardens", "Duke"])
def test_bureaucrat_finds_every_card_that_is_also_a_victory_card(card):
    table = hand_of("Bureaucrat", also=[card]).set(1, [card, ["Copper", 4]], ["Gold"]).begin().play("play Bureaucrat")
    assert table.deck(1) == [card, "Gold"]


def test_bureaucrat_victims_without_a_victory_card_show_their_hand():
    table = hand_of("Bureaucrat").set(1, [["Copper", 4], "Curse"], []).begin().play("play Bureaucrat")
    assert table.zone(table.state.seats[1].seen) == {"Copper": 4, "Curse": 1}


def test_feast_is_trashed_and_gains_a_card_that_costs_up_to_5():
    table = hand_of("Feast").play("play Feast", "Feast: gain Duchy")
    assert table.trash() == {"Feast": 1}
    assert table.discard() == {"Duchy": 1}
    assert table.in_play() == {}


def test_a_doubled_feast_is_trashed_once_and_gains_twice():
    table = hand_of("Throne Room", "Feast").play("play Throne Room", *["Feast: gain Duchy"] * 2)
    assert table.trash() == {"Feast": 1}
    assert table.discard() == {"Duchy": 2}


def test_gardens_are_worth_a_point_for_every_ten_cards():
    table = hand_of("Gardens", ["Copper", 18], deck=[])
    assert table.score() == 1
    table.set(0, discard=["Copper"])
    assert table.score() == 2


def test_militia_victims_discard_down_to_three_cards():
    table = hand_of("Militia").set(1, ["Estate", "Copper", "Duchy", "Silver", "Gold"], []).begin().play("play Militia")
    assert table.numbers_left == (0, 1, 2)
    assert table.state.to_move == 1
    table.play("Militia: discard Duchy", "Militia: discard Estate")
    assert table.hand(1) == {"Copper": 1, "Silver": 1, "Gold": 1}
    assert table.discard(1) == {"Duchy": 1, "Estate": 1}
    assert table.state.to_move == 0


def test_militia_does_not_touch_hands_of_three_cards():
    table = hand_of("Militia").set(1, ["Estate", "Copper", "Duchy"], []).begin().play("play Militia")
    assert table.hand(1) == {"Estate": 1, "Copper": 1, "Duchy": 1}


def test_a_forced_choice_that_leaves_one_outcome_is_not_asked():
    table = hand_of("Militia").play("play Militia")  # five Estates
    assert table.hand(1) == {"Estate": 3}
    assert table.state.to_move == 0


def test_every_pair_of_discards_is_reached_exactly_once():
    outcomes = []

    def explore(moves):
        table = hand_of("Militia").set(1, ["Copper", "Estate", "Duchy", ["Silver", 2]], []).begin().play("play Militia")
        table.play(*moves)
        if table.state.to_move == 1:
            for answer in table.can():
                explore([*moves, answer])
        else:
            outcomes.append(tuple(sorted(table.discard(1).items())))

    explore([])
    assert len(outcomes) == len(set(outcomes)) == 7  # 4 choose 2, and both Silvers


def test_moneylender_must_trash_a_copper_for_3_coins():
    table = hand_of("Moneylender", ["Copper", 2]).play("play Moneylender")
    assert table.trash() == {"Copper": 1}
    assert table.numbers_left == (0, 1, 4)


def test_moneylender_without_a_copper_gives_nothing():
    assert hand_of("Moneylender").play("play Moneylender").numbers_left == (0, 1, 0)


def test_in_the_second_edition_moneylender_mine_and_throne_room_may_decline():
    table = hand_of("Moneylender", "Copper", edition=2).play("play Moneylender", "Moneylender: trash nothing")
    assert table.numbers_left == (0, 1, 1)
    table = hand_of("Mine", "Copper", edition=2).play("play Mine", "Mine: trash nothing")
    assert (table.trash(), table.in_play()) == ({}, {"Mine": 1, "Copper": 1})  # nothing gained
    table = hand_of("Throne Room", "Smithy", edition=2).play("play Throne Room", "Throne Room: play nothing")
    assert table.hand() == {"Smithy": 1}


def test_remodel_trashes_a_card_and_gains_one_that_costs_up_to_2_more():
    table = hand_of("Remodel", "Gold", "Estate").play("play Remodel", "Remodel: trash Gold", "Remodel: gain Province")
    assert table.trash() == {"Gold": 1}
    assert table.discard() == {"Province": 1}


def test_remodel_with_an_empty_hand_gains_nothing():
    table = hand_of("Remodel").play("play Remodel")
    assert table.discard() == {}
    assert table.can("buy ")


def test_spy_lets_every_player_reveal_a_card_and_the_player_keeps_or_discards_it_the_own_one_first():
    table = hand_of("Spy", deck=["Estate", "Curse"]).set(1, [["Copper", 5]], ["Gold", "Silver"]).begin()
    table.play("play Spy")
    assert table.hand() == {"Estate": 1}
    assert table.zone(table.state.looked) == {"Curse": 1}
    table.play("Spy: put the card on the discard pile")
    assert table.zone(table.state.looked) == {"Gold": 1}
    assert table.state.to_move == 0
    table.play("Spy: put the card back on the deck")
    assert table.discard() == {"Curse": 1}
    assert table.deck(1) == ["Gold", "Silver"]


def test_spy_does_not_ask_about_a_player_without_cards():
    table = hand_of("Spy", deck=["Estate"]).set(1, [["Copper", 5]], [], []).begin().play("play Spy")
    assert table.can("buy ")


def test_thief_trashes_one_treasure_of_each_victim_by_the_players_choice_and_gains_any_of_them():
    table = hand_of("Thief", players=3).set(1, [], ["Gold", "Copper"]).set(2, [], ["Estate", "Silver"]).begin()
    table.play("play Thief")
    assert table.state.to_move == 0
    assert table.can("Thief: trash ") == ["Copper", "Gold"]
    table.play("Thief: trash Gold")  # player 2 has a single Treasure
    assert table.discard(1) == {"Copper": 1}
    assert table.discard(2) == {"Estate": 1}
    table.play("Thief: take Gold", "Thief: take no more")
    assert table.discard() == {"Gold": 1}
    assert table.trash() == {"Silver": 1}


def test_thief_finds_no_treasure():
    table = hand_of("Thief").set(1, [], ["Estate", "Duchy"]).begin().play("play Thief")
    assert table.discard(1) == {"Estate": 1, "Duchy": 1}
    assert table.trash() == {}


def test_throne_room_plays_an_action_of_the_hand_twice_without_spending_actions():
    table = hand_of("Throne Room", "Festival", "Smithy", deck=[]).play("play Throne Room", "Throne Room: play Festival")
    assert table.numbers_left == (4, 3, 4)
    assert table.state.plays == 3
    assert table.in_play() == {"Throne Room": 1, "Festival": 1}


def test_throne_room_without_another_action_does_nothing():
    table = hand_of("Throne Room").play("play Throne Room")
    assert table.numbers_left == (0, 1, 0)


def test_five_throne_rooms_in_a_chain_play_five_other_cards_twice():
    table = hand_of(["Throne Room", 5], ["Bridge", 5]).play("play Throne Room", *["Throne Room: play Throne Room"] * 4)
    assert table.state.bridge == 10
    assert table.state.plays == 1 + 2 * 4 + 10


def test_council_room_gives_four_cards_a_buy_and_a_card_to_each_other_player():
    table = hand_of("Council Room", players=3).play("play Council Room")
    assert table.hand() == {"Estate": 4}
    assert table.numbers_left == (0, 2, 0)
    assert [table.hand(player) for player in (1, 2)] == [{"Estate": 6}] * 2


def test_library_draws_until_seven_cards_and_may_set_actions_aside():
    table = hand_of("Library", *ESTATES, "Smithy", deck=["Smithy", "Great Hall", "Duchy", "Gold"])
    table.play("play Library", "Library: put the card aside", "Library: do not")
    assert table.hand() == {"Estate": 4, "Smithy": 1, "Great Hall": 1, "Duchy": 1}
    assert table.discard() == {"Smithy": 1}
    assert table.deck() == ["Gold"]


def test_library_with_seven_cards_does_nothing():
    table = hand_of("Library", ["Estate", 7], deck=["Gold"]).play("play Library")
    assert table.deck() == ["Gold"]


def test_library_stops_when_there_are_no_cards():
    table = hand_of("Library", *ESTATES, deck=["Duchy"]).play("play Library")
    assert table.hand() == {"Estate": 4, "Duchy": 1}


def test_mine_turns_a_treasure_into_one_that_costs_up_to_3_more_in_the_hand():
    table = hand_of("Mine", "Harem", "Silver", "Copper").play("play Mine", "Mine: trash Silver")
    assert table.can("Mine: gain ") == ["Copper", "Harem", "Silver", "Gold"]
    table.play("Mine: gain Harem")
    assert table.trash() == {"Silver": 1}
    assert table.in_play() == {"Mine": 1, "Copper": 1, "Harem": 2}  # the new one is played at once
    assert table.numbers_left == (0, 1, 5)


def test_mine_without_a_treasure_does_nothing():
    table = hand_of("Mine", "Estate").play("play Mine")
    assert table.trash() == {}


def test_witch_draws_two_cards_and_gives_each_other_player_a_curse():
    table = hand_of("Witch", players=3).play("play Witch")
    assert table.hand() == {"Estate": 2}
    assert [table.discard(player) for player in (1, 2)] == [{"Curse": 1}] * 2
    assert table.left("Curse") == 18


def test_adventurer_digs_for_two_treasures():
    deck = ["Estate", "Silver", "Smithy", "Harem", "Gold"]
    table = hand_of("Adventurer", deck=deck).play("play Adventurer")
    assert table.in_play() == {"Adventurer": 1, "Silver": 1, "Harem": 1}
    assert table.discard() == {"Estate": 1, "Smithy": 1}
    assert table.deck() == ["Gold"]


def test_adventurer_takes_what_there_is():
    table = hand_of("Adventurer", deck=["Estate"], discard=["Copper"]).play("play Adventurer")
    assert table.in_play() == {"Adventurer": 1, "Copper": 1}
    assert table.discard() == {"Estate": 1}


def test_moat_shown_makes_immune_and_stays_in_the_hand():
    table = Table("Witch", "Moat", players=3).set(0, ["Witch"], [["Estate", 5]], [])
    table.set(1, ["Moat", ["Estate", 4]], [], []).set(2, [["Estate", 5]], [], []).begin().play("play Witch")
    assert table.state.to_move == 1
    table.play("reveal Moat")
    assert table.discard(1) == {}
    assert table.discard(2) == {"Curse": 1}
    assert table.hand(1) == {"Moat": 1, "Estate": 4}
    assert table.zone(table.state.seats[1].seen) == {"Moat": 1}


def test_each_play_of_a_doubled_attack_is_warded_off_on_its_own():
    table = Table("Witch", "Moat", "Throne Room").set(0, ["Throne Room", "Witch"], [["Estate", 9]], [])
    table.set(1, ["Moat"], [], []).begin().play("play Throne Room", "reveal Moat", "reveal nothing")
    assert table.discard(1) == {"Curse": 1}


def test_moat_is_no_use_against_cards_that_are_no_attack():
    table = Table("Council Room", "Moat").set(0, ["Council Room"], [["Estate", 9]], [])
    table.set(1, ["Moat"], ["Gold"], []).begin().play("play Council Room")
    assert table.hand(1) == {"Moat": 1, "Gold": 1}


def test_moat_does_not_hide_the_spys_own_card_nor_those_of_players_without_one():
    table = hand_of("Spy", players=3, deck=["Estate", "Curse"], also=["Moat"])
    table.set(1, ["Moat"], ["Gold"]).set(2, ["Estate"], ["Silver"]).begin().play("play Spy", "reveal Moat")
    assert table.zone(table.state.looked) == {"Curse": 1}
    table.play("Spy: put the card on the discard pile")
    assert table.zone(table.state.looked) == {"Silver": 1}
    table.play("Spy: put the card on the discard pile")
    assert [table.discard(player) for player in range(3)] == [{"Curse": 1}, {}, {"Silver": 1}]


def test_the_last_curses_go_to_the_next_players_in_turn_order():
    table = hand_of("Witch", players=4).supply(Curse=2).play("play Witch")
    assert [table.discard(player) for player in (1, 2, 3)] == [{"Curse": 1}, {"Curse": 1}, {}]
