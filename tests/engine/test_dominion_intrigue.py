"""The cards of Intrigue and the rulings on them, one test each, titled by the rule."""

import pytest

from tests.engine.dominion_table import Table, hand_of


def test_courtyard_draws_three_and_puts_any_card_of_the_hand_on_the_deck():
    table = hand_of("Courtyard", "Duchy", deck=[["Estate", 2], "Gold", "Silver"]).play("play Courtyard")
    assert table.can("Courtyard: put back ") == ["Estate", "Duchy", "Gold"]
    table.play("Courtyard: put back Duchy")
    assert table.deck() == ["Duchy", "Silver"]


def test_pawn_picks_two_different_of_four_before_either_is_done():
    pairs = []
    for first in ("+1 Card", "+1 Action", "+1 Buy"):
        table = hand_of("Pawn").play("play Pawn")
        assert table.can("Pawn: ") == ["+1 Card", "+1 Action", "+1 Buy"]
        table.play(f"Pawn: {first}")
        pairs += [(first, second) for second in table.can("Pawn: ")]  # a single one left is not asked
    assert len(pairs) == 5
    table = hand_of("Pawn").play("play Pawn", "Pawn: +1 Action", "Pawn: +1 Buy")
    assert table.numbers_left == (1, 2, 0)
    table = hand_of("Pawn").play("play Pawn", "Pawn: +1 Buy")
    assert table.numbers_left == (0, 2, 1)


def test_secret_chamber_discards_any_number_of_cards_for_a_coin_each():
    table = hand_of("Secret Chamber", "Duchy", ["Estate", 2]).play("play Secret Chamber")
    table.play("Secret Chamber: discard Duchy", "Secret Chamber: discard Estate", "Secret Chamber: discard no more")
    assert table.numbers_left == (0, 1, 2)
    assert table.hand() == {"Estate": 1}


def test_secret_chamber_may_discard_nothing():
    table = hand_of("Secret Chamber", "Duchy").play("play Secret Chamber", "Secret Chamber: discard nothing")
    assert (table.hand(), table.numbers_left) == ({"Duchy": 1}, (0, 1, 0))


def test_secret_chamber_shown_to_an_attack_draws_two_and_puts_two_back_in_an_order_of_choice():
    table = hand_of("Witch", also=["Secret Chamber"]).set(1, ["Secret Chamber", "Duchy"], ["Gold", "Silver"]).begin()
    table.play("play Witch")
    assert table.state.to_move == 1
    table.play("reveal Secret Chamber")
    assert table.hand(1) == {"Secret Chamber": 1, "Duchy": 1, "Gold": 1, "Silver": 1}
    table.play("Secret Chamber: put back Secret Chamber", "Secret Chamber: put back Gold")
    assert table.deck(1) == ["Gold", "Secret Chamber"]
    assert table.discard(1) == {"Curse": 1}  # the attack still hits


def test_secret_chamber_is_shown_once_for_each_copy():
    table = hand_of("Witch", also=["Secret Chamber"]).set(1, [["Secret Chamber", 2], "Duchy"], [["Estate", 4]]).begin()
    table.play("play Witch")
    for _ in range(2):
        table.play("reveal Secret Chamber", *["Secret Chamber: put back Estate"] * 2)
    assert table.state.to_move == 0


def test_a_second_secret_chamber_can_be_shown_when_the_first_was_put_back():
    table = hand_of("Witch", also=["Secret Chamber"]).set(1, [["Secret Chamber", 2], "Duchy"], [["Estate", 4]]).begin()
    table.play("play Witch", "reveal Secret Chamber")
    table.play("Secret Chamber: put back Estate", "Secret Chamber: put back Secret Chamber", "reveal Secret Chamber")
    assert table.hand(1) == {"Secret Chamber": 2, "Duchy": 1, "Estate": 2}
    table.play("Secret Chamber: put back Estate", "Secret Chamber: put back Secret Chamber")
    assert table.can("reveal ") == []


def test_a_moat_drawn_by_secret_chamber_can_be_shown_to_the_same_attack():
    table = hand_of("Witch", also=["Secret Chamber", "Moat"]).set(1, ["Secret Chamber", "Estate"], ["Moat", "Gold"])
    table.begin().play("play Witch", "reveal Secret Chamber")
    table.play("Secret Chamber: put back Gold", "Secret Chamber: put back Estate", "reveal Moat")
    assert table.discard(1) == {}
    assert table.left("Curse") == 10


def test_secret_chamber_with_a_small_hand_puts_back_what_there_is():
    table = hand_of("Witch", also=["Secret Chamber"]).set(1, ["Secret Chamber"], []).begin()
    table.play("play Witch", "reveal Secret Chamber")
    assert table.deck(1) == ["Secret Chamber"]


def test_reactions_may_be_shown_to_attacks_that_would_not_hurt():
    table = hand_of("Minion", also=["Moat"]).set(1, ["Moat"], []).begin().play("play Minion")
    assert table.can() == ["reveal Moat", "reveal nothing"]


def test_great_hall_is_an_action_and_worth_a_point():
    table = hand_of("Great Hall", deck=["Duchy"])
    assert table.score() == 4
    assert table.play("play Great Hall").numbers_left == (1, 1, 0)


def test_masquerade_draws_two_all_pass_a_card_at_once_and_the_player_may_trash_one():
    table = hand_of("Masquerade", "Gold", players=3, deck=["Estate", "Duchy", "Silver"])
    table.set(1, ["Copper", "Curse"], []).set(2, ["Province", "Silver"], []).begin()
    table.play("play Masquerade", "Masquerade: pass Estate")
    assert table.can("Masquerade: pass ") == ["Copper", "Curse"]  # the Estate has not arrived
    table.play("Masquerade: pass Copper", "Masquerade: pass Silver")
    assert table.hand() == {"Gold": 1, "Duchy": 1, "Silver": 1}
    assert table.hand(1) == {"Curse": 1, "Estate": 1}
    assert table.hand(2) == {"Province": 1, "Copper": 1}
    table.play("Masquerade: trash Duchy")
    assert table.trash() == {"Duchy": 1}


def test_masquerade_need_not_trash():
    table = hand_of("Masquerade", players=2).play("play Masquerade", "Masquerade: trash nothing")
    assert table.trash() == {}


def test_in_the_first_edition_an_empty_hand_passes_nothing_but_receives():
    table = hand_of("Masquerade", "Gold", players=3, deck=[]).set(1, [], []).set(2, ["Duchy"], []).begin()
    table.play("play Masquerade", "Masquerade: trash nothing")
    assert (table.hand(0), table.hand(1), table.hand(2)) == ({"Duchy": 1}, {"Gold": 1}, {})


def test_in_the_second_edition_masquerade_leaves_out_empty_hands():
    table = hand_of("Masquerade", "Gold", players=3, deck=[], edition=2).set(1, [], []).set(2, ["Duchy"], []).begin()
    table.play("play Masquerade", "Masquerade: trash nothing")
    assert (table.hand(0), table.hand(1), table.hand(2)) == ({"Duchy": 1}, {}, {"Gold": 1})


def test_masquerade_is_no_attack():
    table = hand_of("Masquerade", also=["Moat"]).set(1, ["Moat", "Copper"], []).begin().play("play Masquerade")
    assert table.can("Masquerade: pass ")


def test_shanty_town_draws_two_if_no_action_is_in_the_hand_and_shows_it():
    table = hand_of("Shanty Town", "Duchy", deck=["Smithy", "Estate", "Estate"]).play("play Shanty Town")
    assert table.hand() == {"Duchy": 1, "Smithy": 1, "Estate": 1}
    assert table.zone(table.state.seats[0].seen) == {"Duchy": 1}
    assert table.numbers_left == (2, 1, 0)
    table = hand_of("Shanty Town", "Smithy").play("play Shanty Town")
    assert table.hand() == {"Smithy": 1}


def test_steward_gives_cards_or_coins_or_trashes_two():
    table = hand_of("Steward", "Estate", "Curse", "Duchy").play("play Steward")
    assert table.can("Steward: ") == ["+2 Cards", "+2 Coins", "trash 2 cards"]
    assert hand_of("Steward").play("play Steward", "Steward: +2 Coins").numbers_left == (0, 1, 2)
    assert hand_of("Steward").play("play Steward", "Steward: +2 Cards").hand() == {"Estate": 2}
    table.play("Steward: trash 2 cards", "Steward: trash Curse", "Steward: trash Estate")
    assert table.trash() == {"Curse": 1, "Estate": 1}


def test_steward_with_one_card_trashes_that_one():
    table = hand_of("Steward", "Estate").play("play Steward", "Steward: trash 2 cards")
    assert table.trash() == {"Estate": 1}


def test_swindler_trashes_the_top_card_and_the_player_chooses_one_of_equal_cost_for_it():
    table = hand_of("Swindler").set(1, [["Estate", 5]], ["Copper"]).begin().play("play Swindler")
    assert table.state.to_move == 0
    assert table.can("Swindler: gain ") == ["Copper", "Curse"]
    table.play("Swindler: gain Curse")
    assert table.trash() == {"Copper": 1}
    assert table.discard(1) == {"Curse": 1}
    assert table.numbers_left == (0, 1, 2)


def test_swindler_gives_nothing_if_no_pile_costs_as_much():
    table = hand_of("Swindler").set(1, [["Estate", 5]], ["Province"]).supply(Province=1).begin()
    table.supply(Province=0).play("play Swindler")
    assert table.trash() == {"Province": 1}
    assert table.discard(1) == {}


def test_swindler_does_nothing_to_a_player_without_cards_to_reveal():
    table = hand_of("Swindler").set(1, [["Estate", 5]], [], []).begin().play("play Swindler")
    assert (table.trash(), table.discard(1)) == ({}, {})
    assert table.can("buy ")


def test_wishing_well_takes_the_revealed_card_if_it_was_named_else_it_goes_back():
    table = hand_of("Wishing Well", deck=["Estate", "Duchy"]).play("play Wishing Well")
    assert len(table.can("Wishing Well: name ")) == 17
    table.play("Wishing Well: name Duchy")
    assert table.hand() == {"Estate": 1, "Duchy": 1}
    table = hand_of("Wishing Well", deck=["Estate", "Duchy"]).play("play Wishing Well", "Wishing Well: name Gold")
    assert table.deck() == ["Duchy"]
    assert table.hand() == {"Estate": 1}


def test_wishing_well_asks_nothing_if_there_is_no_card_to_reveal():
    table = hand_of("Wishing Well", deck=["Estate"]).play("play Wishing Well")
    assert table.can("buy ")


def test_baron_may_discard_an_estate_for_4_coins_else_he_gains_one():
    table = hand_of("Baron", ["Estate", 2]).play("play Baron", "Baron: discard Estate")
    assert table.numbers_left == (0, 2, 4)
    assert table.discard() == {"Estate": 1}
    table = hand_of("Baron", ["Estate", 2]).play("play Baron", "Baron: discard nothing")
    assert table.numbers_left == (0, 2, 0)
    assert table.discard() == {"Estate": 1}
    assert table.left("Estate") == 7


def test_baron_without_an_estate_must_gain_one_if_there_is_one():
    assert hand_of("Baron", "Duchy").play("play Baron").discard() == {"Estate": 1}
    assert hand_of("Baron", "Duchy").supply(Estate=0).play("play Baron").discard() == {}


def test_bridge_makes_all_cards_cheaper_for_the_turn_per_play():
    table = hand_of("Throne Room", "Bridge", "Gold").play("play Throne Room")
    assert table.numbers_left == (0, 3, 5)
    assert (table.cost("Province"), table.cost("Copper"), table.cost("Gold")) == (6, 0, 4)
    table.play("buy Gold")
    assert table.numbers_left == (0, 2, 1)
    table.play("buy nothing more")
    assert table.cost("Province") == 8


def test_conspirator_gives_a_card_and_an_action_as_the_third_action_played():
    table = hand_of(["Conspirator", 2], "Village", "Festival", deck=[["Estate", 9]])
    table.play("play Village", "play Conspirator")
    assert table.numbers_left == (1, 1, 2)
    table.play("play Conspirator")
    assert table.numbers_left == (1, 1, 4)
    assert table.hand() == {"Festival": 1, "Estate": 2}


def test_coppersmith_makes_coppers_worth_more_for_the_turn_per_play():
    table = hand_of("Throne Room", "Coppersmith", ["Copper", 3], "Silver").play("play Throne Room")
    assert table.numbers_left == (0, 1, 3 * 3 + 2)


@pytest.mark.parametrize(
    ("card", "actions", "coins", "cards"),
    [("Smithy", 1, 0, 0), ("Silver", 0, 1, 0), ("Estate", 0, 0, 1), ("Great Hall", 1, 0, 1), ("Curse", 0, 0, 0)],
)
def test_ironworks_pays_for_every_type_of_the_card_gained(card, actions, coins, cards):
    table = hand_of("Ironworks", also=["Great Hall", "Smithy"]).play("play Ironworks", f"Ironworks: gain {card}")
    assert table.numbers_left == (actions, 1, coins)
    assert table.hand() == ({"Estate": cards} if cards else {})
    assert table.discard() == {card: 1}


def test_mining_village_may_be_trashed_for_2_coins():
    table = hand_of("Mining Village").play("play Mining Village", "Mining Village: trash it, +2 Coins")
    assert table.numbers_left == (2, 1, 2)
    assert table.trash() == {"Mining Village": 1}
    assert table.in_play() == {}
    table = hand_of("Mining Village").play("play Mining Village", "Mining Village: do not")
    assert table.numbers_left == (2, 1, 0)


def test_scout_takes_victory_cards_of_four_and_puts_the_others_back_in_an_order_of_choice():
    table = hand_of("Scout", deck=["Harem", "Copper", "Curse", "Silver", "Gold"]).play("play Scout")
    assert table.can("Scout: put back ") == ["Copper", "Silver", "Curse"]
    table.play("Scout: put back Curse", "Scout: put back Silver")
    assert table.deck() == ["Copper", "Silver", "Curse", "Gold"]
    assert table.in_play() == {"Scout": 1, "Harem": 1}  # taken, and then played as a Treasure
    assert table.numbers_left == (1, 1, 2)


def test_scout_looks_at_fewer_cards_if_there_are_no_more():
    table = hand_of("Scout", deck=["Duchy"], discard=["Gold"]).play("play Scout")
    assert (table.hand(), table.deck()) == ({"Duchy": 1}, ["Gold"])


def test_duke_is_worth_a_point_for_every_duchy():
    table = hand_of(["Duke", 2], ["Duchy", 3], deck=[])
    assert table.score() == 2 * 3 + 3 * 3


def test_minion_gives_coins_or_new_hands_to_all_with_five_cards_or_more():
    table = hand_of("Minion", "Duchy", players=3, deck=[["Estate", 6]])
    table.set(1, [["Copper", 5]], [["Estate", 9]]).set(2, [["Copper", 4]], [["Estate", 9]]).begin().play("play Minion")
    table.play("Minion: put the hand on the discard pile")
    assert table.hand() == {"Estate": 4}
    assert table.discard() == {"Duchy": 1}
    assert table.hand(1) == {"Estate": 4}
    assert table.discard(1) == {"Copper": 5}
    assert table.hand(2) == {"Copper": 4}
    table = hand_of("Minion").play("play Minion", "Minion: +2 Coins")
    assert table.numbers_left == (1, 1, 2)
    assert table.hand(1) == {"Estate": 5}


def test_moat_keeps_the_hand_against_minion():
    table = hand_of("Minion", also=["Moat"]).set(1, ["Moat", ["Copper", 4]], [["Estate", 9]]).begin()
    table.play("play Minion", "reveal Moat", "Minion: put the hand")
    assert table.hand(1) == {"Moat": 1, "Copper": 4}


def test_saboteur_trashes_the_first_card_of_cost_3_and_the_victim_may_gain_one_of_2_less():
    table = hand_of("Saboteur").set(1, [["Estate", 5]], ["Copper", "Estate", "Gold", "Silver"]).begin()
    table.play("play Saboteur")
    assert table.state.to_move == 1
    offered = table.can("Saboteur: gain ")
    assert {"nothing", "Silver", "Estate", "Smithy"} <= set(offered)
    assert not {"Duchy", "Gold"} & set(offered)
    table.play("Saboteur: gain Silver")
    assert table.trash() == {"Gold": 1}
    assert table.discard(1) == {"Silver": 1, "Copper": 1, "Estate": 1}
    assert table.deck(1) == ["Silver"]


def test_saboteur_only_discards_if_nothing_costs_3():
    table = hand_of("Saboteur").set(1, [["Estate", 5]], ["Copper"], ["Estate"]).begin().play("play Saboteur")
    assert table.trash() == {}
    assert table.discard(1) == {"Copper": 1, "Estate": 1}


def test_saboteur_counts_the_cost_after_bridge():
    table = hand_of("Village", "Bridge", "Saboteur", deck=["Village", *[["Estate", 3]]])
    table.set(1, [["Estate", 5]], ["Silver", "Gold"]).begin()
    table.play("play Village", "play Village", "play Bridge", "play Saboteur")  # a Silver costs 2, a Gold 5
    assert table.trash() == {"Gold": 1}
    assert "Duchy" not in table.can("Saboteur: gain ")  # it costs 4
    assert "Smithy" in table.can("Saboteur: gain ")  # it costs 3


def test_torturer_victims_choose_to_discard_two_or_to_take_a_curse_into_the_hand():
    table = hand_of("Torturer", players=3).play("play Torturer")
    assert table.hand() == {"Estate": 3}
    assert table.state.to_move == 1
    table.play("Torturer: discard 2 cards")
    assert table.hand(1) == {"Estate": 3}
    table.play("Torturer: gain a Curse")
    assert table.hand(2) == {"Estate": 5, "Curse": 1}


def test_torturer_victims_may_choose_what_cannot_be_done():
    table = hand_of("Torturer").supply(Curse=0).play("play Torturer", "Torturer: gain a Curse")
    assert table.hand(1) == {"Estate": 5}
    table = hand_of("Torturer").set(1, [], []).begin().play("play Torturer", "Torturer: discard 2 cards")
    assert table.left("Curse") == 10


def test_torturer_victims_with_one_card_discard_that_one():
    table = hand_of("Torturer").set(1, ["Gold"], []).begin().play("play Torturer", "Torturer: discard 2 cards")
    assert (table.hand(1), table.discard(1)) == ({}, {"Gold": 1})


def test_trading_post_trashes_two_cards_for_a_silver_in_the_hand():
    table = hand_of("Trading Post", "Estate", "Curse", "Duchy").play("play Trading Post")
    table.play("Trading Post: trash Curse", "Trading Post: trash Estate")
    assert table.trash() == {"Curse": 1, "Estate": 1}
    assert table.in_play() == {"Trading Post": 1, "Silver": 1}


def test_trading_post_with_one_card_trashes_it_for_nothing():
    table = hand_of("Trading Post", "Estate").play("play Trading Post")
    assert table.trash() == {"Estate": 1}
    assert table.left("Silver") == 40


def test_trading_post_trashes_even_if_no_silver_is_left():
    table = hand_of("Trading Post", ["Estate", 2]).supply(Silver=0).play("play Trading Post")
    assert table.trash() == {"Estate": 2}


@pytest.mark.parametrize(
    ("deck", "actions", "coins", "cards"),
    [
        (["Smithy", "Silver"], 2, 2, 0),
        (["Great Hall", "Curse"], 2, 0, 2),
        (["Estate", "Estate"], 0, 0, 2),  # each name pays once
        (["Harem", "Smithy"], 2, 2, 2),
    ],
)
def test_tribute_pays_for_every_type_of_each_different_card_that_the_next_player_discards(deck, actions, coins, cards):
    table = hand_of("Tribute", also=["Smithy", "Great Hall", "Harem"]).set(1, [["Estate", 5]], deck).begin()
    table.play("play Tribute")
    assert table.numbers_left == (actions, 1, coins)
    assert table.hand() == ({"Estate": cards} if cards else {})
    assert sum(table.discard(1).values()) == 2


def test_tribute_pays_for_a_single_card_if_the_next_player_has_no_more():
    table = hand_of("Tribute").set(1, [["Estate", 5]], [], ["Gold"]).begin().play("play Tribute")
    assert (table.numbers_left, table.discard(1)) == ((0, 1, 2), {"Gold": 1})


def test_tribute_is_no_attack():
    table = hand_of("Tribute", also=["Moat"]).set(1, ["Moat"], ["Silver", "Silver"]).begin().play("play Tribute")
    assert table.numbers_left == (0, 1, 2)


def test_upgrade_draws_first_and_gains_a_card_that_costs_exactly_1_more():
    table = hand_of("Upgrade", deck=["Estate", "Gold"]).play("play Upgrade")
    assert table.trash() == {"Estate": 1}  # drawn, and the only card
    assert all(table.cost(card) == 3 for card in table.can("Upgrade: gain "))
    table.play("Upgrade: gain Silver")
    assert table.discard() == {"Silver": 1}


def test_upgrade_without_a_pile_of_that_cost_only_trashes():
    table = hand_of("Upgrade", deck=["Copper"]).play("play Upgrade")
    assert table.trash() == {"Copper": 1}
    assert table.discard() == {}


def test_under_bridge_upgrade_turns_a_copper_into_a_card_of_printed_cost_2():
    table = hand_of("Village", "Bridge", "Upgrade", deck=["Village", "Estate", "Copper", "Copper"])
    table.play("play Village", "play Village", "play Bridge", "play Upgrade", "Upgrade: trash Copper")
    assert set(table.can("Upgrade: gain ")) >= {"Estate", "Chapel"}


def test_under_bridges_cards_of_printed_cost_1_and_less_are_equal_for_swindler():
    table = Table("Throne Room", "Bridge", "Village", "Swindler").set(
        0, ["Village", "Throne Room", "Bridge", "Swindler"]
    )
    table.set(0, deck=[["Village", 1], "Village", ["Estate", 5]], discard=[])
    table.set(1, [["Estate", 5]], ["Copper"]).begin()
    table.play("play Village", "play Village", "play Throne Room", "Throne Room: play Bridge", "play Swindler")
    assert set(table.can("Swindler: gain ")) == {"Copper", "Curse", "Estate", "Chapel"}  # cost 0 under two Bridges


def test_harem_is_a_treasure_and_worth_two_points():
    table = hand_of("Harem", deck=[])
    assert table.numbers_left == (1, 1, 2)
    assert table.score() == 2


def test_nobles_give_cards_or_actions_and_two_points():
    assert hand_of("Nobles").play("play Nobles", "Nobles: +3 Cards").hand() == {"Estate": 3}
    table = hand_of("Nobles", deck=[])
    assert table.score() == 2
    assert table.play("play Nobles", "Nobles: +2 Actions").numbers_left == (2, 1, 0)
