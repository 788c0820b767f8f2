"""Players of Dominion by rules: what they buy, and the rulings on everything else, one test each."""

import numpy as np
import pytest

from agents.catalog import AGENTS, make_player, parse_player
from agents.dominion.menu import menu_text
from agents.dominion.short_term import Habits, short_term
from engine.dominion.actions import encode
from engine.errors import InputError
from engine.match import play, rotations
from engine.sources import ROOT, reach
from tests.agents.players import decide
from tests.engine.dominion_table import GAME, hand_of


def habit(table, **knobs):
    """What the shared rules answer, in words."""
    answer = short_term(table.rules, table.state, Habits(**knobs))
    return GAME.view.say(table.rules, table.state, encode(table.state.ask, answer))


def by_habit(table, *moves, **knobs):
    """Play on by habit, and check what it does."""
    for move in moves:
        assert habit(table, **knobs) == move
        table.play(move)
    return table


def choice(table, text):
    """What a player decides, in words."""
    player = make_player(parse_player(text, GAME), GAME, table.params)
    return GAME.view.say(table.rules, table.state, decide(player, table.rules, table.state))


def test_actions_are_played_in_the_order_throne_room_what_gives_actions_the_dearest():
    table = hand_of("Throne Room", "Smithy", "Village", "Laboratory")
    by_habit(table, "play Throne Room", "Throne Room: play Laboratory", "play Village", "play Smithy")
    assert habit(hand_of("Throne Room", "Estate")) == "play Throne Room"  # there is nothing else
    table = hand_of("Throne Room", "Smithy", "Village").play("play Throne Room")
    assert (habit(table), habit(table, double_dearest=True)) == (
        "Throne Room: play Village",
        "Throne Room: play Smithy",
    )


def test_every_simple_player_has_the_habits_as_knobs_of_which_those_by_one_card_are_not_searched():
    for name in ("big_money", "card_value", "fifth_card", "menu", "planner"):
        knobs = AGENTS[name].knobs(GAME)
        assert set(Habits._fields) <= set(knobs)
        searched = [habit for habit in Habits._fields if knobs[habit].domain is not None]
        assert searched == ["keep_money", "curse_at", "coins_at", "show_moat", "show_chamber"]
    with pytest.raises(InputError, match="turn_over = 'maybe' is not accepted; it takes one of false, true"):
        parse_player("big_money:turn_over=maybe", GAME)


@pytest.mark.parametrize("player", ["big_money", "card_value", "fifth_card", "menu"])
def test_a_habit_that_is_given_to_a_player_is_its_own(player):
    table = hand_of("Chancellor").play("play Chancellor")
    assert choice(table, player).startswith("Chancellor: put the deck")
    assert choice(table, f"{player}:turn_over=false").startswith("Chancellor: do not")


def test_no_player_reaches_the_file_of_another_so_that_an_edit_of_it_recompiles_nothing_else():
    files = {path for path in (ROOT / "agents" / "dominion").glob("*.py") if "\ndef act(" in path.read_text()}
    assert len(files) == 5
    assert all(reach(path) & files == {path} for path in files)


def test_discards_are_victory_cards_curses_coppers_and_then_the_cheapest():
    table = hand_of("Militia").set(1, ["Curse", "Estate", "Copper", "Silver", "Gold"], []).begin().play("play Militia")
    by_habit(table, "Militia: discard Curse", "Militia: discard Estate")
    table = hand_of("Militia").set(1, ["Copper", ["Silver", 2], ["Gold", 2]], []).begin().play("play Militia")
    by_habit(table, "Militia: discard Silver", "Militia: discard Copper")
    table = hand_of("Militia").set(1, ["Province", ["Copper", 2], ["Silver", 2]], []).begin().play("play Militia")
    assert (habit(table), habit(table, cheapest_first=True)) == ("Militia: discard Province", "Militia: discard Copper")


def test_cellar_discards_cards_that_only_score():
    table = hand_of("Cellar", "Estate", "Curse", "Copper").play("play Cellar")
    by_habit(table, "Cellar: discard Curse", "Cellar: discard Estate", "Cellar: discard no more")


def test_secret_chamber_discards_what_does_not_help_now():
    table = hand_of("Secret Chamber", "Estate", "Smithy", "Silver").play("play Secret Chamber")
    by_habit(table, "Secret Chamber: discard Smithy", "Secret Chamber: discard Estate")
    assert table.numbers_left == (0, 1, 2 + 2)


def test_trashing_takes_curses_estates_and_coppers_while_enough_money_is_left():
    table = hand_of("Chapel", "Curse", "Estate", ["Copper", 3], deck=[["Copper", 5]]).play("play Chapel")
    assert habit(table, trash_curses=False) == "Chapel: trash Estate"
    assert habit(table, trash_curses=False, trash_estates=False) == "Chapel: trash Copper"
    by_habit(table, "Chapel: trash Curse", "Chapel: trash Estate", "Chapel: trash Copper", "Chapel: trash no more")


def test_forced_trashing_takes_the_least_expensive():
    table = hand_of("Remodel", "Estate", "Silver", "Copper").play("play Remodel")
    assert habit(table) == "Remodel: trash Copper"


def test_masquerade_passes_the_least_expensive():
    table = hand_of("Masquerade", "Province", "Copper", deck=["Gold", "Silver"]).play("play Masquerade")
    assert habit(table) == "Masquerade: pass Copper"


def test_moat_is_shown_and_secret_chamber_is_not_unless_asked_for():
    table = hand_of("Witch", also=["Moat", "Secret Chamber"]).set(1, ["Moat", "Secret Chamber"], []).begin()
    table.play("play Witch")
    assert habit(table) == "reveal Moat"
    assert habit(table, show_moat=False) == "reveal nothing"
    assert habit(table, show_moat=False, show_chamber=True) == "reveal Secret Chamber"


def test_spy_puts_own_junk_and_others_good_cards_away():
    table = hand_of("Spy", deck=["Estate", "Curse"]).set(1, [["Copper", 5]], ["Gold"]).begin().play("play Spy")
    by_habit(table, *["Spy: put the card on the discard pile"] * 2)
    table = hand_of("Spy", deck=["Estate", "Gold"]).set(1, [["Copper", 5]], ["Curse"]).begin().play("play Spy")
    by_habit(table, *["Spy: put the card back on the deck"] * 2)
    table = hand_of("Spy", deck=["Estate", "Silver"]).play("play Spy")
    assert habit(table) == "Spy: put the card back on the deck"
    assert habit(table, good_from=4) == "Spy: put the card on the discard pile"


def test_library_sets_actions_aside_when_they_cannot_be_played():
    table = hand_of("Library", deck=["Smithy", "Estate"]).play("play Library")
    assert habit(table) == "Library: put the card aside"
    assert habit(table, aside_at=-1).startswith("Library: do not")
    table = hand_of("Village", "Library", deck=["Estate", "Smithy"]).play("play Village", "play Library")
    assert habit(table).startswith("Library: do not")


def test_nobles_give_actions_if_one_is_needed_else_cards():
    assert habit(hand_of("Nobles", "Smithy").play("play Nobles")) == "Nobles: +2 Actions"
    assert habit(hand_of("Nobles", "Smithy").play("play Nobles"), actions_at=2) == "Nobles: +3 Cards"
    assert habit(hand_of("Nobles").play("play Nobles")) == "Nobles: +3 Cards"


def test_steward_trashes_two_junk_cards_else_draws_if_an_action_is_left_else_pays():
    assert habit(hand_of("Steward", "Estate", "Curse").play("play Steward")) == "Steward: trash 2 cards"
    assert habit(hand_of("Steward", "Estate").play("play Steward")) == "Steward: +2 Coins"
    assert habit(hand_of("Steward", "Estate").play("play Steward"), junk_at=1) == "Steward: trash 2 cards"
    table = hand_of("Village", "Steward", deck=["Silver"]).play("play Village", "play Steward")
    assert habit(table) == "Steward: +2 Cards"


def test_torturer_the_curse_is_taken_if_the_hand_is_rich_or_none_is_left():
    table = hand_of("Torturer").set(1, [["Gold", 2]], []).begin().play("play Torturer")
    assert habit(table) == "Torturer: gain a Curse"
    assert habit(table, curse_at=8) == "Torturer: discard 2 cards"
    table = hand_of("Torturer").supply(Curse=0).play("play Torturer")
    assert habit(table) == "Torturer: gain a Curse"


def test_minion_pays_if_the_hand_is_rich_or_has_actions_else_it_draws_a_new_one():
    assert habit(hand_of("Minion", ["Gold", 2]).play("play Minion")) == "Minion: +2 Coins"
    assert habit(hand_of("Minion", "Smithy").play("play Minion")) == "Minion: +2 Coins"
    assert habit(hand_of("Minion", "Copper").play("play Minion")).startswith("Minion: put the hand on")
    assert habit(hand_of("Minion", ["Gold", 2]).play("play Minion"), coins_at=8).startswith("Minion: put the hand")


def test_mining_village_is_trashed_if_that_lifts_the_purchase_to_6_or_8():
    for money, trashed in (("Copper", False), (["Silver", 2], True), (["Gold", 2], True), (["Gold", 3], False)):
        table = hand_of("Mining Village", money).play("play Mining Village")
        assert habit(table).startswith("Mining Village: trash it") == trashed
        assert habit(table, village_from=0, village_below=99).startswith("Mining Village: trash it")


def test_baron_discards_chancellor_turns_the_deck_over():
    assert habit(hand_of("Baron", "Estate").play("play Baron")) == "Baron: discard Estate"
    assert habit(hand_of("Baron", "Estate").play("play Baron"), discard_estate=False) == "Baron: discard nothing"
    assert habit(hand_of("Chancellor").play("play Chancellor")) == "Chancellor: put the deck on the discard pile"
    assert habit(hand_of("Chancellor").play("play Chancellor"), turn_over=False).startswith("Chancellor: do not")


def test_courtyard_puts_an_action_back_that_cannot_be_played_else_junk():
    table = hand_of("Courtyard", "Smithy", "Gold", deck=[["Estate", 3]]).play("play Courtyard")
    assert habit(table) == "Courtyard: put back Smithy"
    table = hand_of("Courtyard", "Gold", deck=[["Estate", 3]]).play("play Courtyard")
    assert habit(table) == "Courtyard: put back Estate"


def test_thief_takes_the_best_treasure_and_no_coppers():
    table = hand_of("Thief", players=3).set(1, [], ["Gold", "Copper"]).set(2, [], ["Copper", "Copper"]).begin()
    by_habit(table.play("play Thief"), "Thief: trash Gold", "Thief: take Gold", "Thief: take no more")


def test_swindler_gives_the_worst_card_of_that_cost():
    table = hand_of("Swindler").set(1, [["Estate", 5]], ["Copper"]).begin().play("play Swindler")
    assert habit(table) == "Swindler: gain Curse"


def test_wishing_well_names_the_known_card_else_the_most_frequent():
    table = hand_of("Wishing Well", deck=["Estate", "Duchy"]).play("play Wishing Well")
    assert habit(table) == "Wishing Well: name Duchy"


def test_big_money_buys_province_gold_silver_and_nothing_else():
    for money, bought in ((8, "Province"), (7, "Gold"), (5, "Silver"), (2, "nothing more")):
        assert choice(hand_of(["Copper", money]), "big_money") == f"buy {bought}"
    assert choice(hand_of("Copper"), "big_money:copper=true") == "buy Copper"


def test_big_money_turns_to_duchies_and_estates_when_told_so():
    table = hand_of(["Copper", 5]).supply(Province=4)
    assert choice(table, "big_money") == "buy Silver"
    assert choice(table, "big_money:duchy_at=4") == "buy Duchy"
    table = hand_of(["Copper", 2]).supply(Province=2)
    assert choice(table, "big_money:estate_at=2") == "buy Estate"


def test_card_value_buys_the_dearest_never_a_curse_and_coppers_only_if_told_so():
    assert choice(hand_of(["Copper", 7]), "card_value") == "buy Gold"
    assert choice(hand_of("Estate"), "card_value") == "buy Copper"
    assert choice(hand_of("Estate"), "card_value:copper=false") == "buy nothing more"


def test_victory_cards_compete_by_price_for_card_value_or_provinces_alone():
    table = hand_of().set(0, [["Copper", 2]]).supply(Chapel=0).begin()
    assert choice(table, "card_value") == "buy Estate"
    assert choice(table, "card_value:victory=false") == "buy Copper"
    assert choice(hand_of(["Gold", 3]), "card_value:victory=false") == "buy Province"


def test_fifth_card_buys_what_makes_most_money():
    table = hand_of(["Copper", 5], deck=[["Copper", 5]])
    assert choice(table, "fifth_card") == "buy Smithy"  # three more Coppers
    assert choice(hand_of(["Copper", 6], deck=[["Copper", 5]]), "fifth_card") == "buy Gold"
    assert choice(hand_of(["Copper", 2], deck=[["Gold", 9]]), "fifth_card") == "buy nothing more"  # all would be worse
    assert choice(hand_of(["Copper", 8]), "fifth_card") == "buy Province"


def test_a_menu_buys_the_first_slot_that_lacks_copies():
    menu = "menu:card_1=market,count_1=1,card_4=smithy,count_4=1"
    assert choice(hand_of(["Copper", 5]), menu) == "buy Market"
    assert choice(hand_of(["Copper", 5], discard=["Market"]), menu) == "buy Smithy"
    assert choice(hand_of(["Copper", 5], discard=["Market", "Smithy"]), menu) == "buy Silver"
    assert choice(hand_of(["Copper", 6]), menu) == "buy Market"
    assert choice(hand_of(["Copper", 2]), menu) == "buy nothing more"


def test_owned_copies_are_charged_to_the_earliest_slots_of_their_card():
    menu = "menu:card_4=smithy,count_4=1,card_5=militia,count_5=1,card_6=smithy,count_6=1"
    table = hand_of(["Copper", 4], discard=["Smithy"], also=["Militia"])
    assert choice(table, menu) == "buy Militia"
    assert choice(hand_of(["Copper", 4], discard=["Smithy", "Militia"]), menu) == "buy Smithy"


def test_a_menu_turns_to_points_by_its_thresholds():
    table = hand_of(["Copper", 5]).supply(Province=4)
    assert choice(table, "menu") == "buy Duchy"
    assert choice(table, "menu:duchy_at=3") == "buy Silver"


def test_a_menu_is_written_as_provincial_writes_it():
    menu = parse_player("menu:card_1=market,count_1=1,duchy_at=5", GAME)
    assert menu_text(menu.params) == "e2-d5-p8-market@1|gold@99|silver@99"


def test_a_menu_with_a_card_that_is_not_in_the_supply_is_refused():
    player = parse_player("menu:card_4=witch,count_4=1", GAME)
    with pytest.raises(InputError, match="card_4 = witch is not in the supply; there are cellar, "):
        make_player(player, GAME, GAME.Params(kingdom="first-game"))
    make_player(player, GAME, GAME.Params(kingdom="base"))  # it may be drawn


def wins(texts, games, **changes):
    params = GAME.Params(players=len(texts), **changes)
    rules = GAME.prepare(params)
    players = [make_player(parse_player(text, GAME), GAME, params) for text in texts]
    fixtures = rotations(range(games // len(texts)), len(texts))
    results = play(GAME, rules, players, fixtures)
    total = np.zeros(len(texts))
    for fixture, result in zip(fixtures, results, strict=True):
        for seat in range(len(texts)):
            total[fixture.seats[seat]] += result.payoffs[seat]
    return total / len(fixtures)


def test_fifth_card_beats_big_money_beats_card_value():
    fifth, money, value = wins(["fifth_card:samples=20", "big_money", "card_value"], 240, kingdom="base")
    assert fifth > money + 0.1
    assert money > value


def test_big_money_with_two_smithies_beats_big_money():
    plain, smithy = wins(["menu", "menu:card_4=smithy,count_4=2"], 600, kingdom="first-game")
    assert smithy > plain + 0.15


def test_tree_search_as_it_is_beats_big_money_and_fifth_card():
    assert wins(["mcts", "big_money"], 60, kingdom="base")[0] > 0.75
    assert wins(["mcts", "fifth_card:samples=20"], 120, kingdom="base")[0] > 0.5
