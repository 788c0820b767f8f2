"""What players know, and what `redeal` makes of it."""

from collections import Counter

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from engine.dominion.features import FEATURES
from engine.dominion.scores import owned
from engine.dominion.state import AS_SET, MOST_KNOWN, MOST_PASSES, TO_ALL
from engine.dominion.table import put_on_deck
from engine.dominion.zones import RUN, counts, size
from engine.game import feature, legal, redeal
from tests.engine.dominion_table import GAME, Table, hand_of
from tests.engine.tables import SEEDS, copy_of, generator, many, random_position, rule_sets
from tests.engine.test_dominion_invariants import check


def redealt(table, viewer, seed):
    state = copy_of(GAME, table.state)
    redeal(table.rules, state, viewer, generator(seed))
    return state


def own_zones(state, player):
    seat = state.seats[player]
    return counts(seat.hand), counts(seat.deck), counts(seat.discard), seat.known[: seat.n_known].tolist()


@settings(many, max_examples=40)
@given(rule_sets(GAME), SEEDS, st.integers(0, 250), st.integers(0, 5))
def test_redeal_keeps_own_cards_all_sizes_open_cards_and_the_number_of_cards(params, seed, length, viewer):
    rules = GAME.prepare(params)
    state = random_position(GAME, rules, seed, length)
    viewer %= int(state.n_players)
    again = copy_of(GAME, state)
    redeal(rules, again, viewer, generator(seed))
    check(rules, again)
    assert own_zones(again, viewer) == own_zones(state, viewer)
    for player in range(state.n_players):
        old, new = state.seats[player], again.seats[player]
        assert [size(old.hand), size(old.deck), old.n_known] == [size(new.hand), size(new.deck), new.n_known]
        assert counts(old.discard) == counts(new.discard)
        assert counts(old.seen) == counts(new.seen)
        for before, after in zip(old.known[: old.n_known].tolist(), new.known[: new.n_known].tolist(), strict=True):
            assert before & (TO_ALL | AS_SET) == after & (TO_ALL | AS_SET)
            assert before == after or not before & TO_ALL
    for name in ("supply", "play", "trash", "looked", "aside", "options", "to_move", "frames"):
        assert np.array_equal(state[name], again[name]), name


def test_an_unseen_hand_is_any_hand_of_hand_and_deck_equally_often():
    table = hand_of("Copper").set(1, ["Gold", "Silver"], [], [])
    for card in ("Copper", "Estate", "Duchy"):
        table.state.seats[1].deck[table.pile[card] >> 3] += np.uint64(
            0x0101010101010101 << 8 * (table.pile[card] & 7) & 2**64 - 1
        )
    hands = Counter(frozenset(table.zone(redealt(table, 0, seed).seats[1].hand)) for seed in range(2000))
    assert len(hands) == 10  # 5 choose 2
    assert all(140 < n < 260 for n in hands.values())


def test_cards_of_a_hand_that_were_shown_stay():
    table = hand_of("Witch", also=["Moat"]).set(1, ["Moat", "Estate"], [], []).begin().play("play Witch", "reveal Moat")
    table.state.seats[1].deck[1] += np.uint64(0x0404040404040404) << np.uint64(56)  # four Golds
    hands = {tuple(table.zone(redealt(table, 0, seed).seats[1].hand)) for seed in range(50)}
    assert hands == {("Estate", "Moat"), ("Moat", "Gold")}


def test_a_card_gained_to_the_hand_is_known_until_it_leaves():
    table = hand_of("Torturer").play("play Torturer", "Torturer: gain a Curse")
    assert table.zone(table.state.seats[1].seen) == {"Curse": 1}
    assert all(table.zone(redealt(table, 0, seed).seats[1].hand)["Curse"] == 1 for seed in range(20))


def test_a_card_put_back_by_courtyard_is_known_to_its_owner_only():
    table = hand_of("Courtyard", "Duchy", deck=[["Estate", 3], "Gold"]).play(
        "play Courtyard", "Courtyard: put back Duchy"
    )
    assert table.deck() == ["Duchy", "Gold"]
    table.play("buy nothing more")  # draws it again
    assert table.hand()["Duchy"] == 1
    table = hand_of("Courtyard", "Duchy", deck=[["Estate", 9]]).play("play Courtyard", "Courtyard: put back Duchy")
    assert {redealt(table, 0, seed).seats[0].known[6] for seed in range(30)} == {table.pile["Duchy"]}
    seen = {int(redealt(table, 1, seed).seats[0].known[6]) for seed in range(60)}
    assert table.state.to_move == 0
    assert seen == {table.pile["Duchy"]}  # the owner is being asked: its cards stay
    table.state.to_move = 1
    seen = {int(redealt(table, 1, seed).seats[0].known[6]) for seed in range(60)}
    assert seen == {table.pile["Duchy"], table.pile["Estate"]}


def test_a_card_put_back_by_spy_or_bureaucrat_is_known_to_all():
    table = hand_of("Bureaucrat").play("play Bureaucrat")
    assert table.state.seats[0].known[table.state.seats[0].n_known - 1] == table.pile["Silver"] | TO_ALL
    assert table.state.seats[1].known[table.state.seats[1].n_known - 1] == table.pile["Estate"] | TO_ALL
    table = hand_of("Spy").set(1, [], ["Gold"]).begin().play("play Spy", *["Spy: put the card back on the deck"] * 2)
    assert table.state.seats[1].known[0] == table.pile["Gold"] | TO_ALL


@pytest.mark.parametrize(("card", "told"), [("Bureaucrat", "Duchy"), ("Courtyard", "a card")])
def test_others_hear_which_card_goes_back_only_if_it_must_be_shown(card, told):
    table = hand_of(card, "Duchy").set(1, ["Duchy", "Estate"], []).begin().play(f"play {card}")
    action = table.actions()[f"{card}: put back Duchy"]
    viewer = 1 - int(table.state.to_move)
    assert GAME.view.tell(table.rules, table.state, action, viewer, True) == f"{card}: put back {told}"


def test_of_cards_put_back_by_scout_the_others_do_not_know_the_order():
    table = hand_of("Scout", deck=["Gold", "Silver", "Copper"]).play("play Scout", "Scout: put back Gold")
    table.play("Scout: put back Silver")
    assert table.deck() == ["Copper", "Silver", "Gold"]
    table.state.to_move = 1
    orders = Counter(tuple(redealt(table, 1, seed).seats[0].known[:3].tolist()) for seed in range(600))
    assert len(orders) == 6
    assert all(60 < n < 140 for n in orders.values())
    assert {tuple(redealt(table, 0, seed).seats[0].known[:3].tolist()) for seed in range(20)} == {
        tuple(table.state.seats[0].known[:3].tolist())
    }


def masquerade():
    """Player 0 has played it: 1 has passed a Province to 2, 2 a Curse to 3, 3 a Gold to 0, 0 a Copper to 1."""
    table = Table("Masquerade", "Village", players=4).set(0, ["Masquerade", "Copper", "Estate"], [["Estate", 8]], [])
    table.set(1, ["Province", "Silver"], [], []).set(2, ["Curse", "Duchy"], [], []).set(3, ["Gold", "Village"], [], [])
    table.begin().play(
        "play Masquerade", *[f"Masquerade: pass {card}" for card in ("Copper", "Province", "Curse", "Gold")]
    )
    return table


def test_what_masquerade_passed_is_known_to_giver_and_receiver_only():
    table = masquerade().play("Masquerade: trash nothing")
    again = [redealt(table, 0, seed) for seed in range(200)]
    assert {tuple(table.zone(state.seats[0].hand).items()) for state in again} == {tuple(table.hand(0).items())}
    assert all("Copper" in table.zone(state.seats[1].hand) for state in again)  # from the viewer
    got = {card for state in again for card in table.zone(state.seats[2].hand)}
    assert got == {"Province", "Silver", "Curse", "Duchy"}  # player 1 may have passed either
    assert all(sum(table.zone(state.seats[2].hand).values()) == 2 for state in again)


def test_of_two_players_the_giver_knows_what_the_other_holds_now():
    table = Table("Masquerade").set(0, ["Masquerade", "Curse", "Gold"], [["Copper", 2]], [])
    table.set(1, ["Silver", "Duchy"], [], []).begin()
    for player in (0, 1):
        table.state.seats[player].deck[0] += RUN[table.pile["Estate"]] * np.uint64(9)
    table.play("play Masquerade", "Masquerade: pass Curse", "Masquerade: pass Silver")
    table.state.to_move = 1  # else the hand of player 0 stays
    assert all(table.zone(redealt(table, 1, seed).seats[0].hand)["Silver"] == 1 for seed in range(30))
    table.state.to_move = 0
    assert all(table.zone(redealt(table, 0, seed).seats[1].hand)["Curse"] == 1 for seed in range(30))
    assert {"Curse", "Estate"} in [set(table.zone(redealt(table, 0, seed).seats[1].hand)) for seed in range(30)]


def test_a_card_passed_to_oneself_is_not_seen_by_the_other():
    table = Table("Masquerade", edition=2).set(0, ["Masquerade", "Curse", "Gold"], [], []).set(1, [], [], []).begin()
    table.play("play Masquerade", "Masquerade: pass Curse")
    assert table.hand() == {"Curse": 1, "Gold": 1}
    assert table.zone(table.state.seats[0].seen) == {}


@pytest.mark.parametrize(("attack", "answer"), [("Minion", "Minion: put the hand"), ("Bureaucrat", None)])
def test_what_was_passed_is_told_when_the_hand_is_discarded_or_shown(attack, answer):
    table = Table("Masquerade", attack, players=3).set(0, ["Masquerade", attack, "Copper"], [["Village", 8]], [])
    table.set(1, ["Gold", ["Silver", 4]], [["Copper", 9]], []).set(2, [["Copper", 5]], [["Copper", 9]], []).begin()
    table.state.actions = 2
    table.play("play Masquerade", "Masquerade: pass Copper", "Masquerade: pass Gold", "Masquerade: trash nothing")
    assert table.state.n_passed == 3
    table.play(f"play {attack}", *[answer] * (answer is not None))
    passes = table.state.passed[: table.state.n_passed].tolist()
    assert [passed[2] for passed in passes] == [0] * (attack == "Bureaucrat")  # what went to player 0


def test_before_the_cards_are_passed_nobody_knows_what_the_others_have_chosen():
    table = Table("Masquerade", players=3).set(0, ["Masquerade", "Gold", "Copper"], [["Estate", 8]], [])
    table.set(1, ["Silver", "Duchy"], [], []).set(2, ["Curse"], [], []).begin()
    table.play("play Masquerade", "Masquerade: pass Gold")
    assert table.state.to_move == 1
    chosen = {int(redealt(table, 1, seed).passed[0, 0]) for seed in range(60)}
    assert chosen == {table.pile["Gold"], table.pile["Copper"], table.pile["Estate"]}


def test_points_of_rivals_do_not_tell_what_was_passed_between_others():
    table = masquerade().play("Masquerade: trash nothing")
    which = FEATURES.index("rival_points")
    seen = {feature(table.rules, redealt(table, 3, seed), 3, which) for seed in range(50)}
    assert seen == {feature(table.rules, table.state, 3, which)}
    assert feature(table.rules, table.state, 3, which) == 9  # the Estates of player 0, as 3 knows it


def test_a_passed_card_that_comes_to_the_viewer_leaves_nobody_with_fewer_than_none():
    table = Table("Masquerade", players=3).set(0, [["Masquerade", 2], "Gold"], [["Copper", 8]], [])
    table.set(1, [["Copper", 5]], [], []).set(2, [["Copper", 5]], [["Copper", 8]], []).begin()
    table.state.actions = 2
    table.play("play Masquerade", "Masquerade: pass Gold", "Masquerade: trash nothing")  # the others have no choice
    table.play("play Masquerade", "Masquerade: pass Gold")
    assert table.state.passed[: table.state.n_passed, 0].tolist().count(table.pile["Gold"]) == 2
    assert max(table.zone(np.array(owned(table.state, player, 2), np.uint64)).get("Gold", 0) for player in (0, 1)) <= 1
    for name, most in (("rival_cards", 13), ("rival_money", 16)):
        assert 0 < feature(table.rules, table.state, 2, FEATURES.index(name)) <= most


def test_the_question_of_the_viewer_stays():
    table = hand_of("Militia").set(1, ["Gold", "Silver", "Copper", "Estate"], []).begin().play("play Militia")
    again = redealt(table, 1, 3)
    out, same = np.zeros(18, np.int64), np.zeros(18, np.int64)
    assert legal(table.rules, table.state, out) == legal(table.rules, again, same)
    assert out.tolist() == same.tolist()


def test_a_deck_remembers_so_many_known_cards_and_forgets_the_deepest():
    table = hand_of("Copper", deck=[["Estate", MOST_KNOWN - 1], "Gold"])
    seat = table.state.seats[0]
    put_on_deck(seat, table.pile["Silver"], TO_ALL)
    assert table.deck() == ["Silver", *["Estate"] * (MOST_KNOWN - 1)]
    assert table.zone(seat.deck) == {"Gold": 1}  # somewhere below


def test_of_too_many_passed_cards_the_oldest_is_told():
    table = masquerade().play("Masquerade: trash nothing")
    for _ in range(8):  # passes of four players each
        table.set(0, ["Masquerade", "Copper", "Estate"], [["Estate", 8]], []).begin()
        table.play("play Masquerade")
        while table.can("Masquerade: "):
            table.play("Masquerade: trash nothing" if table.can("Masquerade: trash") else next(iter(table.actions())))
    assert table.state.n_passed == MOST_PASSES
    for seed in range(20):
        again = redealt(table, 1, seed)
        assert [size(again.seats[p].hand) for p in range(4)] == [size(table.state.seats[p].hand) for p in range(4)]
