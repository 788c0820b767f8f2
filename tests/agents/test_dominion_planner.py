"""The planner's parts: the network of decks, the ball of reachable decks, the tree; and what it does with them."""

import numpy as np
import pytest

from agents.catalog import make_player, parse_player
from agents.dominion.ball import Bounds, greatest, peak, pull_in
from agents.dominion.deck_network import (
    COINS,
    INPUTS,
    MOBILITY,
    OUTPUT_NAMES,
    POINTS,
    emit,
    fill_vector,
    predict,
    slopes,
)
from agents.dominion.planner import Memory, Params, count_cards, plant, points_of, search
from engine.catalog import GAMES
from engine.dominion.actions import Ask, answer_of, encode
from engine.dominion.scores import score
from engine.dominion.zones import PILES, PROVINCE, SILVER
from engine.errors import InputError
from engine.expression import net
from engine.game import feature, step
from engine.memory import memory_of
from engine.network import read_network
from engine.value import evaluate
from engine.workspace import OWN, open_budget
from tests.engine.dominion_table import fill
from tests.engine.networks import linear_network
from tests.engine.tables import random_position

GAME = GAMES["dominion"]
RULES = GAME.prepare(GAME.Params(players=3))
NETWORK = read_network(GAME.values["Decks"].split('"')[1])
NUMBERS = emit(NETWORK)
N = int(NUMBERS[INPUTS])
HIDDEN, GRADIENT, ROOM = np.zeros(256), np.zeros(N), np.zeros(4 * N)
RNG = np.array([3], np.uint64)


@pytest.fixture(scope="module")
def vector():
    """The deck vector of a position in the middle of a random game."""
    state = random_position(GAME, RULES, 11, 120)
    counts, found = np.zeros(PILES, np.uint8), np.zeros(N)
    count_cards(state, 1, counts)
    fill_vector(NUMBERS, RULES, state, counts, 9, found)
    return found


def test_a_deck_vector_has_the_features_of_the_deck_and_the_turns_that_are_given(vector):
    state = random_position(GAME, RULES, 11, 120)
    for name, number in zip(NETWORK.features, vector, strict=True):
        wanted = 9 if name == "turns_to_go" else feature(RULES, state, 1, GAME.FEATURES.index(name))
        assert number == pytest.approx(wanted)


def test_its_network_gives_what_the_network_of_any_value_gives(vector):
    for output, name in enumerate(OUTPUT_NAMES):
        wanted = evaluate(net("decks", NETWORK, name), NETWORK.features, vector[None, :])[0]
        assert predict(NUMBERS, vector, HIDDEN, output) == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("output", [COINS, POINTS, MOBILITY])
def test_slopes_are_those_of_small_differences(vector, output):
    value = slopes(NUMBERS, vector, HIDDEN, output, GRADIENT)
    assert value == pytest.approx(predict(NUMBERS, vector, HIDDEN, output))
    for i in (0, 2, 20, N - 1):
        moved = vector.copy()
        moved[i] += 1e-5
        change = (predict(NUMBERS, moved, HIDDEN, output) - value) / 1e-5
        assert GRADIENT[i] == pytest.approx(change, rel=1e-3, abs=1e-4)


def test_the_ball_holds_its_vectors_and_a_larger_one_is_worth_no_less(vector):
    far = vector + 1.0
    pull_in(NUMBERS, far, vector, 0.3)
    density = slice(0, N - 3)
    assert np.linalg.norm(far[density] - vector[density]) == pytest.approx(0.3)
    assert np.array_equal(far[N - 3 :], vector[N - 3 :] + 1.0)  # players, cards and turns are no matter of distance
    peaks = [peak(NUMBERS, vector, radius, POINTS, Bounds(4, 15), HIDDEN, ROOM, RNG) for radius in (0.0, 0.2, 1.0)]
    assert peaks[0] == pytest.approx(predict(NUMBERS, vector, HIDDEN, POINTS))
    assert peaks == sorted(peaks)


def test_more_turns_are_worth_no_less_and_none_are_worth_nothing(vector):
    values = [greatest(NUMBERS, vector.copy(), turns, Bounds(1, 4), HIDDEN, ROOM, RNG) for turns in (0, 1, 4)]
    assert values[0] == 0
    assert values == sorted(values)


def test_points_of_a_list_of_cards_are_those_of_the_rules():
    counts = np.zeros(PILES, np.uint8)
    for seed in range(5):
        state = random_position(GAME, RULES, seed, 150)
        count_cards(state, 0, counts)
        assert points_of(RULES, state, counts) == score(RULES, state, 0, 0)


def thinking(state, **knobs):
    """The planner's workspace and memory, and the size of the tree that it grows from a position."""
    workspace = make_player(parse_player("planner", GAME), GAME, GAME.Params(players=3)).workspace
    workspace.rng[0] = 5
    open_budget(workspace.budget[OWN])
    memory, params = memory_of(Memory, workspace), Params(**knobs)
    first = plant(RULES, state, int(state.to_move), params, 3, workspace, memory)
    return memory, first, search(RULES, state, first, params, workspace, memory)


def at_a_purchase(coins):
    """The first player's purchase, with so many coins."""
    state = GAME.new_deal(RULES, 4)
    while state.ask != Ask.BUY:
        step(RULES, state, encode(state.ask, 17))
    state.coins = coins
    state.options = int(state.options) | 1 << SILVER | (1 << PROVINCE if coins >= 8 else 0)
    return state


def test_bounds_leave_out_nodes_and_hold_all_that_is_below_them():
    memory, first, whole = thinking(at_a_purchase(3), nodes=10**6, prune=False)
    assert first < whole
    for node in memory.nodes[:whole]:
        assert node.low <= node.high + 1e-9
    memory, first, pruned = thinking(at_a_purchase(3), nodes=10**6)
    assert pruned <= whole
    assert thinking(at_a_purchase(3), nodes=0)[1:] == (first, first)


def test_a_tree_ends_where_there_is_no_more_room():
    state = at_a_purchase(3)
    workspace = make_player(parse_player("planner", GAME), GAME, GAME.Params(players=3)).workspace
    open_budget(workspace.budget[OWN])
    small = memory_of(Memory, workspace)
    small = small._replace(nodes=small.nodes[:100])
    behind = small.nodes.base[100:].tobytes()
    params = Params(nodes=10**6, prune=False)
    first = plant(RULES, state, int(state.to_move), params, 3, workspace, small)
    assert search(RULES, state, first, params, workspace, small) <= 99
    assert small.nodes.base[100:].tobytes() == behind


def test_in_the_last_turn_it_takes_points():
    state = at_a_purchase(8)
    fill(state.seats[0].deck, [7, 3, 0, 0, *[0] * 10, 5, 5, 0])
    state.supply[PROVINCE] = 1
    player = make_player(parse_player("planner:finish=true", GAME), GAME, GAME.Params(players=3))
    open_budget(player.workspace.budget[OWN])
    assert answer_of(player.act(RULES, state, player.workspace)) == PROVINCE


@pytest.mark.parametrize("finish", [True, False])
def test_it_may_see_that_it_would_end_the_game_and_lose(finish):
    state = at_a_purchase(8)
    fill(state.seats[1].deck, [0, 0, 0, 8, *[0] * (PILES - 4)])
    state.supply[PROVINCE] = 1
    player = make_player(parse_player(f"planner:finish={finish}", GAME), GAME, GAME.Params(players=3))
    open_budget(player.workspace.budget[OWN])
    assert (answer_of(player.act(RULES, state, player.workspace)) == PROVINCE) == (not finish)


@pytest.mark.parametrize(
    ("value", "message"),
    [("points", "one deck network"), ("Decks + Decks24", "one deck network")],
)
def test_a_value_without_one_deck_network_is_refused(value, message):
    with pytest.raises(InputError, match=message):
        make_player(parse_player(f"planner:value={value}", GAME), GAME, GAME.Params())


def test_networks_that_are_not_of_decks_are_refused():
    with pytest.raises(InputError, match="looks at points"):
        emit(linear_network({"points": 1}))
    with pytest.raises(InputError, match="one hidden layer and the outputs coins, buys, points, mobility"):
        emit(linear_network({"cards": 1}))
