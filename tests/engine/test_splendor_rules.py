"""The rules of Splendor, one test each, titled by the rule."""

import numpy as np
import pytest

from engine.game import Ended, allows, key, legal, payoffs, sample, skip, step
from engine.splendor.params import NobleChoice, NobleTiming, Returns
from engine.splendor.state import EMPTY
from tests.engine.splendor_table import GAME, Table, counts, words


@pytest.mark.parametrize(("players", "tokens"), [(2, 4), (3, 5), (4, 7)])
def test_setup_four_cards_of_each_deck_players_plus_one_nobles_tokens_by_players_five_gold(players, tokens):
    table = Table(players=players)
    assert [int(n) for n in table.state.deck_left[:3]] == [36, 26, 16]
    assert EMPTY not in table.state.board[:12]
    assert table.state.n_nobles == players + 1
    assert table.bank() == {**dict.fromkeys(["white", "blue", "green", "red", "black"], tokens), "gold": 5}


def test_take_three_tokens_of_different_colours():
    table = Table()
    assert len(table.can("take 1")) == 10
    table.play("take 1 white, 1 blue, 1 green")
    assert table.tokens(0) == {"white": 1, "blue": 1, "green": 1}
    assert table.bank() == {"white": 3, "blue": 3, "green": 3, "red": 4, "black": 4, "gold": 5}


def test_take_fewer_different_colours_only_if_fewer_are_left():
    table = Table()
    table.give(1, white=4, blue=4, green=4)
    assert table.can("take 1") == ["take 1 red, 1 black"]


def test_take_two_of_one_colour_if_at_least_four_are_in_the_bank():
    table = Table()
    table.give(1, white=1)
    assert table.can("take 2") == ["take 2 blue", "take 2 green", "take 2 red", "take 2 black"]
    table.play("take 2 red")
    assert table.tokens(0) == {"red": 2}


def test_reserve_a_face_up_card_and_take_one_gold_the_card_is_replaced():
    table = Table()
    card = int(table.state.board[5])
    table.play("reserve slot 5")
    assert table.state.reserved[0, 0] == card != table.state.board[5] != EMPTY
    assert table.state.hidden[0] == 0
    assert table.tokens(0) == {"gold": 1}
    assert table.state.deck_left[1] == 25


def test_reserve_the_top_card_of_a_deck_unseen_by_the_others():
    table = Table()
    table.play("reserve the top card of deck 2")
    assert table.state.hidden[0] == 1
    assert "a covered card" in GAME.view.show(table.rules, table.state, 1)
    assert "a covered card" not in GAME.view.show(table.rules, table.state, 0)


def test_a_reserve_without_gold_in_the_bank_brings_none():
    table = Table()
    table.give(1, gold=5)
    table.play("reserve slot 0")
    assert table.tokens(0) == {}


def test_at_most_three_cards_are_reserved():
    table = Table()
    for slot in (0, 4, 8):
        table.play(f"reserve slot {slot}:")
        table.skip_to(0)
    assert not table.can("reserve")


def test_buy_a_card_for_its_cost_less_own_bonuses_tokens_go_back_to_the_bank():
    table = Table()
    table.put(4, table.card(2, "black", green=4, red=2, blue=1))
    table.give(0, green=3, red=2, white=1)
    table.bonus(0, green=1, blue=2)
    table.play("buy slot 4:")
    assert table.tokens(0) == {"white": 1}
    assert table.bank() == {"white": 3, "blue": 4, "green": 4, "red": 4, "black": 4, "gold": 5}
    assert counts(table.state.bonuses[0]) == {"green": 1, "blue": 2, "black": 1}
    assert (table.state.score[0], table.state.cards[0]) == (2, 1)


def test_gold_stands_for_any_colour():
    table = Table()
    table.put(0, table.card(1, "black", blue=4))
    table.give(0, blue=2, gold=1)
    assert not table.can("buy slot 0")
    table.give(0, gold=1)
    table.play("buy slot 0:")
    assert table.tokens(0) == {}
    assert table.bank()["gold"] == 5


def test_colours_are_spent_before_gold():
    table = Table()
    table.put(0, table.card(1, "black", blue=4))
    table.give(0, blue=4, gold=2)
    table.play("buy slot 0:")
    assert table.tokens(0) == {"gold": 2}


def test_buy_a_reserved_card_and_the_cards_behind_it_move_up():
    table = Table()
    table.play("reserve the top card of deck 1")
    table.skip_to(0)
    table.play("reserve slot 9:")
    behind = int(table.state.reserved[0, 1])
    table.skip_to(0)
    table.bonus(0, white=9, blue=9, green=9, red=9, black=9)
    table.play("buy reserved 0:")
    assert (table.state.n_reserved[0], table.state.reserved[0, 0], table.state.hidden[0]) == (1, behind, 0)


def test_an_empty_deck_leaves_a_hole():
    table = Table()
    table.state.deck[0] = table.state.deck_left[0] = 0
    table.play("reserve slot 2:")
    assert table.state.board[2] == EMPTY
    assert not table.can("reserve slot 2")
    assert not table.can("reserve the top card of deck 1")


def test_more_than_ten_tokens_are_returned_down_to_ten_in_every_possible_way_gold_included():
    table = Table()
    table.give(0, white=4, blue=3, gold=2)
    ways = table.can("take 1 green, 1 red, 1 black, return")
    assert len(ways) == 18  # 15 pairs of two out of six kinds, and two white, two blue or two gold
    assert "take 1 green, 1 red, 1 black, return 2 gold" in ways
    table.play("take 1 green, 1 red, 1 black, return 1 white, 1 gold")
    assert table.tokens(0) == {"white": 3, "blue": 3, "green": 1, "red": 1, "black": 1, "gold": 1}


def test_tokens_just_taken_may_be_returned():
    table = Table()
    table.give(0, white=4, blue=4, gold=2)
    table.play("take 1 green, 1 red, 1 black, return 1 green, 1 red, 1 black")
    assert table.tokens(0) == {"white": 4, "blue": 4, "gold": 2}


def test_a_reserve_at_the_limit_gives_gold_and_returns_a_token():
    table = Table()
    table.give(0, white=4, blue=4, green=2)
    assert len(table.can("reserve slot 0:")) == 4
    text = next(way for way in table.can("reserve slot 0:") if way.endswith("return 1 white"))
    table.play(text)
    assert table.tokens(0) == {"white": 3, "blue": 4, "green": 2, "gold": 1}


def test_a_reserve_at_the_limit_gives_no_gold_where_the_rules_say_so():
    table = Table(gold_at_limit=False)
    table.give(0, white=4, blue=4, green=2)
    table.play("reserve slot 0:")
    assert table.tokens(0) == {"white": 4, "blue": 4, "green": 2}


def noble_table(seed=1, **changes):
    """The first noble wants three bonuses of three colours; player 0 has two of each, one of them to buy."""
    table = Table(seed, **changes)
    wish = words(green=3, red=3, black=3)
    table.state.nobles[:] = EMPTY
    table.state.n_nobles = 1
    table.state.nobles[0] = next(i for i in range(10) if table.rules.noble_cost[i] == wish)
    table.bonus(0, green=3, red=3, black=2)
    table.put(0, table.card(1, "black", blue=4))
    table.give(0, blue=4)
    return table


def second_noble(table):
    """Another one that player 0 satisfies already."""
    wish = words(green=4, red=4)
    table.state.nobles[1] = next(i for i in range(10) if table.rules.noble_cost[i] == wish)
    table.state.n_nobles = 2
    table.bonus(0, green=1, red=1)


def test_a_noble_comes_when_the_bonuses_reach_its_requirement():
    table = noble_table()
    table.play("buy slot 0:")
    assert (table.state.nobles_owned[0], table.state.score[0], table.state.n_nobles) == (1, 4, 0)


def test_tokens_do_not_attract_nobles():
    table = noble_table()
    table.state.bonuses[0] = words(green=3, red=3)
    table.give(0, black=3)
    table.play("take 1 white, 1 green, 1 red")
    assert table.state.nobles_owned[0] == 0


def test_one_noble_comes_per_turn_the_second_after_the_next_action():
    table = noble_table()
    second_noble(table)
    table.play("buy slot 0:")
    assert table.state.nobles_owned[0] == 1
    table.skip_to(0)
    table.play("take 1 white, 1 green, 1 red")
    assert table.state.nobles_owned[0] == 2


def test_with_several_nobles_the_player_chooses_when_choice_is_on():
    table = noble_table(noble_choice=NobleChoice.CHOOSE)
    second_noble(table)
    table.play("buy slot 0:")
    assert table.state.to_move == 0
    assert len(table.actions()) == len(table.can("receive noble")) == 2
    table.play("receive noble 1")
    assert (table.state.nobles_owned[0], table.state.to_move, table.state.n_nobles) == (1, 1, 1)


def test_one_fitting_noble_comes_without_a_choice():
    table = noble_table(noble_choice=NobleChoice.CHOOSE)
    table.play("buy slot 0:")
    assert (table.state.nobles_owned[0], table.state.to_move) == (1, 1)


def test_nobles_only_after_a_purchase_in_the_thesis():
    table = noble_table(noble_timing=NobleTiming.PURCHASE)
    second_noble(table)
    table.play("buy slot 0:")
    table.skip_to(0)
    table.play("take 1 white, 1 green, 1 red")
    assert table.state.nobles_owned[0] == 1


def test_nobles_may_come_after_any_players_action_in_rinascimento():
    table = noble_table(noble_timing=NobleTiming.ANY_ACTION)
    second_noble(table)
    table.play("buy slot 0:")
    table.play("take 1 white, 1 green, 1 red")
    assert table.state.nobles_owned[0] == 2


def end_table(mover, **changes):
    """Player `mover` is about to buy a point and reach the end score."""
    table = Table(players=3, end_points=5, **changes)
    table.skip_to(mover)
    table.put(0, table.card(1, "black", blue=4))
    table.bonus(mover, blue=4)
    table.state.score[mover] = 4
    table.play("buy slot 0:")
    return table


def test_the_round_is_finished_so_that_all_have_equal_turns():
    table = end_table(1)
    assert table.state.ended == Ended.PLAYING
    table.play("take 1 white, 1 green, 1 red")
    assert table.state.ended == Ended.WON


def test_the_last_player_of_the_round_ends_the_game_at_once():
    assert end_table(2).state.ended == Ended.WON


def test_the_game_stops_at_once_when_rounds_are_not_finished():
    assert end_table(1, finish_round=False).state.ended == Ended.WON


@pytest.mark.parametrize(("finish_round", "ended"), [(False, Ended.WON), (True, Ended.PLAYING)])
def test_a_noble_that_comes_on_another_players_turn_ends_the_game(finish_round, ended):
    table = noble_table(players=3, end_points=7, finish_round=finish_round, noble_timing=NobleTiming.ANY_ACTION)
    second_noble(table)
    table.play("buy slot 0:")
    assert (table.state.score[0], table.state.ended) == (4, Ended.PLAYING)
    table.play("take 1 white, 1 green, 1 red")
    assert (table.state.score[0], table.state.ended) == (7, ended)
    if finish_round:  # the last player of the round has its turn
        table.play("take 1 white, 1 green, 1 red")
    assert (shares(table), table.state.ended) == ([1, 0, 0], Ended.WON)


def shares(table):
    out = np.zeros(3)
    payoffs(table.rules, table.state, out)
    return out.tolist()


def test_most_points_win():
    table = end_table(1)
    table.state.score[2] = 7
    table.play("take 1 white, 1 green, 1 red")
    assert shares(table) == [0, 0, 1]


def test_equal_points_are_won_with_fewer_bought_cards():
    table = end_table(1)
    table.state.score[0] = 5
    table.state.cards[0] = 2
    table.play("take 1 white, 1 green, 1 red")
    assert (shares(table), table.state.ended) == ([0, 1, 0], Ended.WON)


def test_still_equal_the_win_is_shared():
    table = end_table(1)
    table.state.score[0] = 5
    table.state.cards[0] = 1
    table.play("take 1 white, 1 green, 1 red")
    assert (shares(table), table.state.ended) == ([0.5, 0.5, 0], Ended.SHARED)


def stuck_table(**changes):
    """Nothing in the bank, the reserve of player 1 full, nothing to pay with: player 0 takes the last tokens."""
    table = Table(**changes)
    table.state.reserved[1, :3] = table.state.board[[0, 4, 8]]
    table.state.n_reserved[1] = 3
    table.give(1, white=4, blue=4, gold=2)
    table.state.tokens[1] = 0
    table.state.bank = words(white=1)
    table.state.tokens[0] = words(blue=1)
    table.play("take 1 white")
    return table


def test_without_a_legal_action_the_game_ends_as_a_stalemate_that_nobody_wins():
    table = stuck_table()
    assert table.state.ended == Ended.STALEMATE
    assert shares(table)[:2] == [0, 0]


def test_a_stuck_player_passes_where_the_rules_know_a_pass():
    table = stuck_table(pass_when_stuck=True)
    assert list(table.actions()) == ["pass"]
    table.play("pass")
    assert table.state.to_move == 0


def test_the_decision_limit_ends_the_game():
    table = Table(decision_limit=20)
    for _ in range(20):
        assert table.state.ended == Ended.PLAYING
        table.play(next(iter(table.actions())))
    assert table.state.ended == Ended.LIMIT
    assert shares(table)[:2] == [0, 0]


def test_in_the_thesis_fewer_than_three_colours_are_never_taken():
    table = Table(take_fewer=False)
    table.give(1, white=4, blue=4, green=4)
    assert not table.can("take 1")


def test_the_legal_list_is_in_the_order_buy_take_three_take_two_reserve():
    table = Table()
    table.bonus(0, white=9, blue=9, green=9, red=9, black=9)
    kinds = [text.split()[0] + text.split()[1] for text in table.actions()]
    order = list(dict.fromkeys(kinds))
    assert order == ["buyslot", "take1", "take2", "reserveslot", "reservethe"]
    assert [t.split(":")[0] for t in table.can("buy")] == [f"buy slot {slot}" for slot in range(12)]


def test_the_order_of_a_deck_is_the_same_whatever_is_drawn_from_the_others():
    one, two = Table(seed=5), Table(seed=5)
    two.play("reserve the top card of deck 1")
    two.play("reserve slot 8:")
    for table in (one, two):
        table.skip_to(0)
        table.play("reserve the top card of deck 2")
    assert one.state.reserved[0, one.state.n_reserved[0] - 1] == two.state.reserved[0, two.state.n_reserved[0] - 1]


def test_a_state_without_draws_leaves_holes_and_reserves_nothing_from_decks():
    table = Table()
    table.state.draws = 0
    assert not table.can("reserve the top card")
    table.play("reserve slot 3:")
    assert table.state.board[3] == EMPTY


def test_all_parameters_of_a_take_are_live():
    table = Table(take_different_colours=2, take_different_amount=2, take_same_amount=3, take_same_minimum=3)
    assert len(table.can("take 2")) == 10
    assert len(table.can("take 3")) == 5


def test_after_the_end_nothing_is_legal():
    table = end_table(2)
    assert legal(table.rules, table.state, np.zeros(10, np.int64)) == 0


def outcomes(table, player):
    """Every position that the player's turn can lead to, as tokens of the player, bank and gathered, and how often."""
    found, open_states = [], [table.state.copy()]
    while open_states:
        table.state = open_states.pop()
        for action in table.actions().values():
            copy = table.state.copy()
            step(table.rules, copy, action)
            if copy.to_move == player and not copy.ended:
                open_states.append(copy)
            else:
                found.append((int(copy.tokens[player]), int(copy.bank), int(copy.gathered[player]), bytes(copy.board)))
    return sorted(found)


@pytest.mark.parametrize("purse", [{"white": 4, "blue": 2, "red": 2}, {"white": 3, "green": 3, "black": 3, "gold": 1}])
def test_tokens_returned_one_by_one_lead_to_the_same_positions_as_together_each_of_them_once(purse):
    tables = [Table(returns=returns) for returns in (Returns.TOGETHER, Returns.SINGLY)]
    for table in tables:
        table.give(0, **purse)
    together, singly = (outcomes(table, 0) for table in tables)
    assert singly == together
    assert len(Table(returns=Returns.SINGLY).actions()) == len(Table().actions())


def test_tokens_returned_one_by_one_are_few_actions_at_a_time():
    tables = [Table(returns=returns) for returns in (Returns.TOGETHER, Returns.SINGLY)]
    for table in tables:
        table.give(0, white=2, blue=2, green=2, red=2, gold=2)
    together, singly = (len(table.actions()) for table in tables)
    assert (together, singly) == (515, 31)


def test_a_token_to_return_is_asked_for_as_a_decision_of_the_same_player_in_the_order_of_colours():
    table = Table(returns=Returns.SINGLY)
    table.give(0, white=3, blue=3, green=3)
    assert table.play("take 1 white, 1 red, 1 black") == "take 1 white, 1 red, 1 black"
    assert table.state.to_move == 0
    assert "player 1 returns a token" in GAME.view.show(table.rules, table.state)
    assert list(table.actions()) == [
        f"return 1 {colour}" for colour in ("white", "blue", "green", "red")
    ]  # a second one
    before = key(table.rules, table.state)
    table.play("return 1 green")
    assert key(table.rules, table.state) != before
    assert list(table.actions()) == ["return 1 green", "return 1 red", "return 1 black"]
    assert [GAME.view.clicks(table.rules, table.state, a) for a in table.actions().values()] == [
        (("tokens-0-2",),),
        (("tokens-0-3",),),
        (("tokens-0-4",),),
    ]
    table.play("return 1 red")
    assert table.state.to_move == 1
    assert table.tokens(0) == {"white": 4, "blue": 3, "green": 2, "black": 1}


def test_a_return_with_one_answer_is_not_asked_for():
    table = Table(returns=Returns.SINGLY, max_tokens=5)
    table.give(0, white=4, gold=1)
    table.play("reserve slot 0:")  # a second gold: white or gold goes back
    assert list(table.actions()) == ["return 1 white", "return 1 gold"]
    table = Table(returns=Returns.SINGLY, max_tokens=5, gold=6)
    table.give(0, gold=5)
    table.play("reserve slot 0:")
    assert table.state.to_move == 1
    assert table.tokens(0) == {"gold": 5}


def test_random_single_returns_are_legal_and_give_gold_away_last():
    table = Table(returns=Returns.SINGLY)
    table.give(0, white=1, blue=4, gold=5)
    table.play("take 1 green, 1 red, 1 black")
    rng = np.array([5], np.uint64)
    drawn = [int(sample(table.rules, table.state, rng)) for _ in range(200)]
    assert all(allows(table.rules, table.state, action) for action in drawn)
    texts = {GAME.view.say(table.rules, table.state, action) for action in drawn}
    assert texts == {f"return 1 {colour}" for colour in ("white", "blue", "green")}  # two more come behind the first


@pytest.mark.parametrize(
    ("turn", "final", "left_out", "ended"),
    [
        (10, 0, 3, Ended.PLAYING),
        (96, 0, 3, Ended.PLAYING),
        (97, 0, 3, Ended.LIMIT),
        (98, 0, 2, Ended.LIMIT),
        (10, 1, 3, Ended.SHARED),
    ],
)
def test_turns_that_a_search_leaves_out_count_and_may_end_the_game(turn, final, left_out, ended):
    table = Table(players=4, decision_limit=100)
    state = table.state
    state.to_move, state.turn, state.final = 1, turn, final
    assert skip(table.rules, state, 0)
    assert (state.to_move, state.turn, state.ended) == ((1 + left_out) % 4, turn + left_out, ended)


def test_a_search_leaves_out_no_turns_behind_the_end_of_a_round():
    table = Table(players=4)
    table.state.to_move, table.state.final = 3, 1
    assert skip(table.rules, table.state, 2)
    assert (table.state.to_move, table.state.turn, table.state.ended) == (0, 1, Ended.SHARED)
