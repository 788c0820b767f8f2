"""A survey plays the games of a match and tells how they went; what it counts stands on the table."""

import numpy as np
import pytest

from agents.catalog import make_player, parse_player
from engine.chance import derive
from engine.conformance import generator
from engine.dominion.zones import number
from engine.game import MAX_PLAYERS, NONE, sample, step, tally
from engine.match import play, rotations
from engine.sevenwonders.printed import board, city_rows, title
from engine.survey import COURSE, note_course, survey, uses_of
from engine.workspace import OWN, open_budget, start_game
from tests.engine.tables import GAME_NAMES, GAMES
from tests.engine.toy import leaders as n_leaders


def at_the_table(name, games=30):
    """A game under its default rules, random players, and fixtures."""
    game = GAMES[name]
    params = game.Params()
    rules = game.prepare(params)
    n_players = game.new_deal(rules, 0).n_players
    players = [make_player(parse_player("random", game), game, params) for _ in range(n_players)]
    return game, rules, players, rotations(range(games // n_players), n_players)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_survey_plays_the_games_of_a_match(name):
    game, rules, players, fixtures = at_the_table(name)
    seen, played = survey(game, rules, players, fixtures), play(game, rules, players, fixtures)
    for field in set(played.dtype.names) - {"nanoseconds"}:
        assert (seen.results[field] == played[field]).all(), field
    assert seen.sums.shape[0] == len(uses_of(game, rules))


def course(payoffs, *leaders):
    """What is noted of a game in which these players led, decision by decision."""
    noted = np.zeros(1, COURSE).view(np.recarray)
    sets = np.array([sum(1 << player for player in players) for players in leaders], np.int64)
    note_course(sets, len(sets), np.array(payoffs, float), noted[0])
    return noted[0]


ALL, A, B = (0, 1), (0,), (1,)


def test_the_lead_changes_when_another_player_leads_alone_though_it_was_shared_in_between():
    assert course((1, 0), ALL, A, ALL, A, B, ALL, A).changes == 2
    assert course((1, 0), ALL, ALL, A).changes == 0


def test_a_game_is_settled_when_its_winner_was_behind_for_the_last_time():
    assert course((1, 0), ALL, B, A, ALL).settled == 0.5
    assert course((1, 0), A, A).settled == 0
    assert course((1, 0), A, B).settled == 1
    assert course((0, 0), A, B).settled == -1
    assert course((0.5, 0.5), A, B).settled == 0  # one of the winners always led


def test_who_leads_alone_at_a_moment_is_noted_with_its_share_of_the_win():
    found = course((1, 0), ALL, ALL, B, B, B, A, A, A, A)
    assert found.ahead.tolist() == [0, 0, 1]
    assert course((0.5, 0.5), ALL, A, ALL, A, ALL).ahead.tolist() == [0.5, -1, 0.5]


def test_sums_are_those_of_a_count_by_hand():
    """The toy, its random games played again in plain steps with the players' own chance."""
    game, rules, players, fixtures = at_the_table("tribute", 60)
    seen = survey(game, rules, players, fixtures)
    wanted = np.zeros((len(fixtures), MAX_PLAYERS, *seen.sums.shape), np.int64)
    for i, fixture in enumerate(fixtures):
        state = game.new_deal(rules, fixture.seed)
        actions = play_again(game, rules, players, fixture, state)
        for action in actions:
            tally(rules, state, action, wanted[i])
            step(rules, state, action)
        tally(rules, state, NONE, wanted[i])
        assert n_leaders(state) == np.count_nonzero(seen.results[i].payoffs)
    used = wanted > 0
    payoffs = seen.results.payoffs[:, :, None, None]
    users, wins = used.sum(axis=1), (used * payoffs).sum(axis=1)
    assert (seen.sums.games == (users > 0).sum(axis=0)).all()
    assert (seen.sums.times == wanted.sum(axis=(0, 1))).all()
    assert (seen.sums.users == users.sum(axis=0)).all()
    for field, by_hand in {
        "wins": wins,
        "times_squared": wanted.sum(axis=1) ** 2,
        "users_squared": users**2,
        "wins_squared": wins**2,
        "users_wins": users * wins,
        "times_won": (wanted * payoffs).sum(axis=1),
    }.items():
        np.testing.assert_allclose(seen.sums[field], by_hand.sum(axis=0))


def play_again(game, rules, players, fixture, state):
    """The actions of a fixture, by asking its players on a state of our own."""
    table = game.new_states(1)
    table[0] = state
    now, actions = table[0], []
    for seat in range(now.n_players):
        start_game(players[fixture.seats[seat]].workspace, np.uint64(derive(fixture.seed, seat + 1)))
    while not now.ended:
        player = players[fixture.seats[now.to_move]]
        open_budget(player.workspace.budget[OWN])
        actions.append(player.act(rules, now, player.workspace))
        step(rules, now, actions[-1])
    return actions


def counted(name, seed):
    """A random game to its end, with its counts by use."""
    game = GAMES[name]
    rules = game.prepare(game.Params())
    uses = uses_of(game, rules)
    state, rng = game.new_deal(rules, seed), generator(seed)
    counts = np.zeros((MAX_PLAYERS, len(uses), max(map(len, uses.values()))), np.int64)
    while not state.ended:
        action = sample(rules, state, rng)
        tally(rules, state, action, counts)
        step(rules, state, action)
    tally(rules, state, NONE, counts)
    return rules, state, {use: (counts[:, i], names) for i, (use, names) in enumerate(uses.items())}


@pytest.mark.parametrize("seed", range(5))
def test_splendor_counts_every_card_that_players_bought(seed):
    rules, state, uses = counted("splendor", seed)
    bought, _ = uses["bought"]
    for player in range(state.n_players):
        assert bought[player].sum() == state.cards[player]
        assert bought[player, : len(rules.worth)] @ rules.worth[: bought.shape[1]] <= state.score[player]
    assert bought.sum(axis=0).max() == 1


@pytest.mark.parametrize("seed", range(5))
def test_seven_wonders_counts_the_boards_and_the_cards_that_stand_in_cities(seed):
    rules, state, uses = counted("sevenwonders", seed)
    (built, names), (boards, sides) = uses["built"], uses["board"]
    for player in range(state.n_players):
        there = sorted(title(rules, row) for row in city_rows(rules, state, player))
        assert sorted(names[row] for row in np.flatnonzero(built[player])) == there
        assert [sides[side] for side in np.flatnonzero(boards[player])] == [board(rules, state, player)]


@pytest.mark.parametrize("seed", range(5))
def test_dominion_counts_where_every_card_of_the_supply_went(seed):
    rules, state, uses = counted("dominion", seed)
    game, (owned, _) = GAMES["dominion"], uses["owned at the end"]
    start, counts = game.new_deal(rules, seed), np.zeros((MAX_PLAYERS, len(uses), owned.shape[1]), np.int64)
    tally(rules, start, NONE, counts)
    for pile, card in enumerate(state.cards):
        before = start.supply[pile] + counts[:, 0, card].sum()
        assert before == state.supply[pile] + owned[:, card].sum() + number(state.trash, pile)
    bought, _ = uses["bought"]
    assert bought.sum() > 0
    assert (bought.sum(axis=0)[state.cards] <= start.supply - state.supply).all()
