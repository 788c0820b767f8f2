"""What no sequence of actions under any rules may break."""

from collections import Counter

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from engine.game import NONE, Ended, legal, payoffs, sample, step
from engine.lanes import lane, unpack_lanes
from engine.sevenwonders.actions import Way, left_coins, right_coins, row_of, way_of
from engine.sevenwonders.content import THINGS, published
from engine.sevenwonders.hands import as_hand, as_set
from engine.sevenwonders.legal_moves import is_free, next_stage
from engine.sevenwonders.params import Payment
from engine.sevenwonders.printed import city_rows, members
from engine.sevenwonders.state import COINS, COUNTS, MARKS, Count, Covered, Mark, Phase, coins_of, held_hand
from engine.sevenwonders.trade import price
from tests.engine.sevenwonders_table import GAME, Table
from tests.engine.tables import SEEDS, copy_of, generator, many, random_position, raw, rule_sets

CONTENT = published()


def covered(state, age, *kinds):
    """The cards of an age that left their hands face down in these ways."""
    plays = [int(word) >> 8 * turn & 255 for word in state.plays[age][: state.n_players] for turn in range(7)]
    return [play & 63 for play in plays if play >> 6 in kinds]


def check_cards(rules, state, built_before):
    """Hands, covered cards and what was built in this age are the cards of the age, each in one place."""
    age = int(state.age)
    hands = [card for hand in state.hand[: state.n_players] for card in members(as_set(hand))]
    face_down = covered(state, age, Covered.PILE, Covered.STAGE, Covered.TAKEN)
    box = members(state.box[age])
    dealt = Counter(hands + face_down + box)
    assert max(dealt.values()) == 1
    missing = set(members(rules.deck[age] | rules.guilds[age])) - set(dealt)
    built = Counter(row for player in range(state.n_players) for row in city_rows(rules, state, player))
    recovered = covered(state, age, Covered.TAKEN)
    gone = Counter(int(rules.row_of[age, card]) for card in [*missing, *recovered])
    new = Counter({row: n for row, n in (built - built_before).items() if rules.age_of[row] == age})
    assert {row: n for row, n in gone.items() if row not in shared_names(rules)} == {
        row: n for row, n in new.items() if row not in shared_names(rules)
    }
    return built


def shared_names(rules):
    """Rows whose name is in two ages: a city does not say which of them it has."""
    names = Counter(bytes(title) for title in rules.title[:96] if title.any())
    return {row for row in range(96) if names[bytes(rules.title[row])] > 1}


@many
@given(rule_sets(GAME), SEEDS)
def test_cards_are_conserved_in_every_reachable_state(params, seed):
    rules = GAME.prepare(params)
    state = GAME.new_deal(rules, seed)
    rng = generator(seed)
    age, before, built = 0, Counter(), Counter()
    while not state.ended:
        if state.age != age:
            age, before = int(state.age), built
        built = check_cards(rules, state, before)
        step(rules, state, sample(rules, state, rng))


@many
@given(rule_sets(GAME), SEEDS)
def test_counts_of_a_city_are_those_of_its_cards_and_coins_never_run_out(params, seed):
    rules = GAME.prepare(params)
    state = GAME.new_deal(rules, seed)
    rng = generator(seed)
    while not state.ended:
        for player in range(state.n_players):
            counts = unpack_lanes(state.city[player, COUNTS])
            assert sum(counts[: Count.STAGE]) == len(city_rows(rules, state, player))
            assert counts[Count.STAGE] <= rules.n_stages[state.side[player]]
            assert 0 <= coins_of(state, player) < 1000
        step(rules, state, sample(rules, state, rng))


def income(state, player, effect):
    """The coins that something pays when it is built, by the table as it stands."""
    if effect.coins is None or not effect.coins.things:
        return effect.coins.each if effect.coins else 0
    n = int(state.n_players)
    around = {"left": (player + 1) % n, "own": player, "right": (player - 1) % n}
    lanes = [unpack_lanes(state.city[around[who], COUNTS]) for who in effect.coins.who]
    return effect.coins.each * sum(counts[THINGS.index(thing)] for counts in lanes for thing in effect.coins.things)


def spent(rules, before, player, action):
    """What a move costs: to the bank, to the left and to the right; the two in one if the move does not say."""
    row, way = row_of(action), way_of(action)
    structure = next_stage(rules, before, player) if way == Way.STAGE else row
    if way not in (Way.BUILD, Way.STAGE) or is_free(rules, before, player, structure):
        return 0, 0, 0
    bank = int(rules.cost[structure, COINS])
    if rules.payment == Payment.CHOOSE:
        return bank, left_coins(action), right_coins(action)
    return bank, int(price(rules, before, player, structure)) - bank, 0


def gained(params, before, after, player, action):
    """What a move brings from the bank."""
    way = way_of(action)
    if way in (Way.DISCARD, Way.DECLINE):
        return params.discard_coins * (way == Way.DISCARD)
    if way == Way.STAGE:
        side = list(CONTENT.boards.values())[before.side[player] // 2][before.side[player] % 2]
        effect = side.stages[lane(before.city[player, COUNTS], Count.STAGE)].effect
    else:
        effect = CONTENT.cards[row_of(action)].effect
    return income(after, player, effect)


@many
@given(rule_sets(GAME), SEEDS, st.booleans())
def test_coins_change_only_by_what_the_moves_say_and_trade_makes_none(params, seed, choose):
    params = params._replace(payment=Payment.CHOOSE if choose else params.payment)
    rules, n = GAME.prepare(params), params.players
    state, rng = GAME.new_deal(rules, seed), generator(seed)
    while not state.ended:
        before, moves = copy_of(GAME, state), []
        while not moves or (state.pick[:n] != NONE).any():
            moves.append((int(state.to_move), sample(rules, state, rng)))
            step(rules, state, moves[-1][1])
        wanted = [coins_of(before, player) for player in range(n)]
        for player, action in moves:
            bank, left, right = spent(rules, before, player, action)
            wanted[player] += gained(params, before, state, player, action) - bank - left - right
            wanted[(player + 1) % n] += left
            wanted[(player - 1) % n] += right
        coins = [coins_of(state, player) for player in range(n)]
        assert sum(coins) == sum(wanted)
        assert coins == wanted or rules.payment != Payment.CHOOSE


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_an_age_has_seven_cards_for_each_player_all_dealt_at_its_start(players):
    rules = GAME.prepare(GAME.Params(players=players))
    state = GAME.new_deal(rules, 5)
    rng = generator(1)
    dealt = []
    while not state.ended:
        if state.age == len(dealt):
            dealt.append(int(np.bitwise_or.reduce([as_set(hand) for hand in state.hand[:players]])).bit_count())
            assert [len(members(as_set(hand))) for hand in state.hand[:players]] == [7] * players
        step(rules, state, sample(rules, state, rng))
    assert dealt == [7 * players] * 3


@many
@given(rule_sets(GAME), SEEDS)
def test_every_conflict_has_a_winner_and_a_loser_or_neither(params, seed):
    rules = GAME.prepare(params._replace(victory_1=1, victory_2=3, victory_3=5, defeat=1))
    state = random_position(GAME, rules, seed, 500)
    defeats = sum(lane(state.city[player, MARKS], Mark.DEFEATS) for player in range(state.n_players))
    won = sum(int(state.tokens[player]) for player in range(state.n_players)) + defeats
    assert defeats <= 3 * state.n_players
    assert defeats <= won <= 5 * defeats


@many
@given(rule_sets(GAME), SEEDS, st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_asked_changes_no_game(params, seed, random):
    rules = GAME.prepare(params)
    one, two = GAME.new_deal(rules, seed), GAME.new_deal(rules, seed)
    while not one.ended:
        for state, shuffled in ((one, False), (two, True)):
            turn = (int(state.age), int(state.age_turn), int(state.phase))
            while not state.ended and (int(state.age), int(state.age_turn), int(state.phase)) == turn:
                open_ = [player for player in range(state.n_players) if state.pick[player] == NONE]
                if shuffled and state.phase == Phase.PICK:
                    state.to_move = random.choice(open_)
                own_chance = generator(hash((seed, *turn, int(state.to_move), int(state.turn) * (turn[2] > 0))) % 2**63)
                step(rules, state, sample(rules, state, own_chance))
        assert raw(one) == raw(two)


@many
@given(rule_sets(GAME), SEEDS, st.integers(0, 120))
def test_a_pick_takes_no_effect_before_the_last_is_in(params, seed, length):
    rules = GAME.prepare(params)
    state = random_position(GAME, rules, seed, length)
    if state.ended or state.phase != Phase.PICK:
        return
    waiting = [player for player in range(state.n_players) if state.pick[player] == NONE]
    while len(waiting) > 1:
        before = copy_of(GAME, state)
        step(rules, state, sample(rules, state, generator(seed)))
        for field in ("hand", "city", "powers", "plays", "age", "age_turn", "phase", "tokens"):
            assert np.array_equal(before[field], state[field])
        assert state.pick[waiting.pop(0)] != NONE


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"players": 7, "sides": 2},
        {"players": 4, "payment": 3, "start_coins": 20},
        {"boards": "Olympia A / Halikarnassos B / Babylon B", "start_coins": 30},
        {"may_discard": False, "start_coins": 9},
    ],
)
def test_sample_is_uniform_over_the_legal_actions(changes):
    table = Table(**changes)
    rng = generator(3)
    for seed in range(12):
        state = random_position(GAME, table.rules, seed, 11 * seed)
        if state.ended:
            continue
        out = np.zeros(GAME.max_actions(table.params), np.int64)
        actions = out[: legal(table.rules, state, out)].tolist()
        draws = 300 * len(actions)
        seen = Counter(sample(table.rules, state, rng) for _ in range(draws))
        assert sorted(seen) == actions
        spread = (300 * (1 - 1 / len(actions))) ** 0.5
        assert all(abs(seen[action] - 300) <= 5 * spread for action in actions)


@pytest.mark.parametrize("players", [3, 6, 7])
@many
@given(rule_sets(GAME), SEEDS, st.integers(0, 120))
def test_the_legal_list_is_in_ascending_order_and_has_no_action_twice(players, params, seed, length):
    params = params._replace(players=players, boards="", setups=0, extra_guilds=2)
    rules = GAME.prepare(params)
    state = random_position(GAME, rules, seed, length)
    out = np.zeros(GAME.max_actions(params), np.int64)
    actions = out[: legal(rules, state, out)].tolist()
    assert actions == sorted(set(actions))


@pytest.mark.parametrize("players", [6, 7])
@pytest.mark.parametrize("where", ["hand", "pile"])
def test_a_card_is_listed_once_whichever_of_its_copies_are_there(players, where):
    table = Table("Halikarnassos B", *["any"] * (players - 1)).go_to(2, 1)
    state = table.state
    state.phase = Phase.PICK if where == "hand" else Phase.RECOVER
    thrice = [
        row for row in range(78) if int(table.rules.copies[row]).bit_count() == 3 and table.rules.age_of[row] == 1
    ]
    assert thrice
    for row in thrice:
        first, *_, last = members(table.rules.copies[row])
        state.hand[held_hand(state, 0)] = as_hand(np.uint64(1 << first | 1 << last))
        state.plays[1, 0] = np.uint64((Covered.PILE << 6 | first) | (Covered.PILE << 6 | last) << 8)
        out = np.zeros(GAME.max_actions(table.params), np.int64)
        actions = out[: legal(table.rules, state, out)].tolist()
        assert row in map(row_of, actions)
        assert actions == sorted(set(actions))


def test_full_ties_are_shared_or_decided_by_chance():
    shares = {tie: Counter() for tie in (0, 1)}
    for tie in (0, 1):
        rules = GAME.prepare(GAME.Params(tie=tie, coins_per_point=100))
        state = GAME.new_deal(rules, 0)
        for player in range(3):
            state.city[player, :] = rules.start[0]
        state.ended = Ended.SHARED if tie == 0 else Ended.WON
        for chance in range(60):
            state.chance[0] = chance
            out = np.zeros(3)
            payoffs(rules, state, out)
            shares[tie][tuple(out)] += 1
    assert set(shares[0]) == {(1 / 3, 1 / 3, 1 / 3)}
    assert set(shares[1]) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert min(shares[1].values()) > 8


def test_random_games_end_in_every_way():
    rules = GAME.prepare(GAME.Params(players=3, decision_limit=50))
    assert random_position(GAME, rules, 1, 200).ended == Ended.LIMIT
    assert random_position(GAME, rules, 1, 200).turn == 51
    rules = GAME.prepare(GAME.Params(players=3, coins_per_point=100, start_coins=0, discard_coins=0))
    ends = Counter(int(random_position(GAME, rules, seed, 200).ended) for seed in range(300))
    assert set(ends) == {Ended.WON, Ended.SHARED}
