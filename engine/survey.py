"""Games as a match plays them, and how they went: who led when, and what players did with which of the game's pieces.

A piece is what `view.uses` names: a card, a board. Of every piece and use sums over the games are kept, from which
follows how often it was used and how often its users won. Players of one game win or lose together, so a game is one
observation: users and their wins are summed game by game, with squares and products.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.errors import InputError
from engine.game import MAX_PLAYERS, NONE, Ended, Game, standing, step, tally
from engine.jit import jit
from engine.match import RESULT, Player, begin, decide, describe_fault, note_end

MOMENTS = (0.25, 0.5, 0.75)  # parts of a game at which is asked who leads
LONGEST = 1 << 16  # decisions of which the leaders are kept; of a longer game, the first so many
COURSE = np.dtype(
    [
        ("changes", "i4"),  # how often the lead went from one player to another
        ("settled", "f8"),  # the part of the game after which the winner was never behind; -1 if nobody won
        ("ahead", "f8", (len(MOMENTS),)),  # the share of the win of who led alone at these moments; -1: nobody did
    ],
    align=True,
)
SUMS = np.dtype(
    [
        ("games", "i8"),  # in which anybody used it
        ("times", "i8"),
        ("users", "i8"),  # players, game by game; and so on
        ("wins", "f8"),  # of the users
        ("times_squared", "f8"),
        ("users_squared", "f8"),
        ("wins_squared", "f8"),
        ("users_wins", "f8"),
        ("times_won", "f8"),  # uses by winners, by their share of the win
    ],
    align=True,
)


class Survey(NamedTuple):
    """Results, courses and uses of pieces of some games."""

    results: np.recarray  # as `match.play` gives them
    courses: np.recarray  # COURSE, one row a game
    sums: np.recarray  # SUMS: use x piece


def uses_of(game: Game, rules: np.record) -> dict[str, list[str]]:
    """By use, the names of the pieces; nothing for a game that does not say."""
    return game.view.uses(rules) if hasattr(game.view, "uses") else {}


def survey(game: Game, rules: np.record, players: Sequence[Player], fixtures: np.recarray) -> Survey:
    """Play all fixtures; a player's fault is an error that names it."""
    uses = uses_of(game, rules)
    shape = len(uses), max(map(len, uses.values()), default=0)
    seen = Survey(*(np.zeros(n, kind).view(np.recarray) for n, kind in
                    ((len(fixtures), RESULT), (len(fixtures), COURSE), (shape, SUMS))))  # fmt: skip
    acts, workspaces = tuple(p.act for p in players), tuple(p.workspace for p in players)
    counts, leaders = np.zeros((MAX_PLAYERS, *shape), np.int64), np.zeros(LONGEST, np.int64)
    played = survey_games(rules, game.new_states(1), fixtures, acts, workspaces, *seen, counts, leaders)
    if played < len(fixtures):
        raise InputError(describe_fault(game, players, fixtures[played], seen.results[played]))
    return seen


@jit
def survey_games(rules, table, fixtures, acts, workspaces, results, courses, sums, counts, leaders):
    """`match.play_games`, with a look at every position."""
    state = table[0]
    tick = 0
    for game in range(len(fixtures)):
        fixture, result = fixtures[game], results[game]
        begin(rules, state, fixture, workspaces)
        while state.ended == Ended.PLAYING:
            if not decide(rules, state, fixture, acts, workspaces, result, tick):
                return game
            tally(rules, state, result.action, counts)
            step(rules, state, result.action)
            tick += 1
            leaders[min(state.turn, LONGEST) - 1] = leading(rules, state)
        tally(rules, state, NONE, counts)
        note_end(rules, state, fixture, workspaces, result)
        note_course(leaders, min(state.turn, LONGEST), result.payoffs, courses[game])
        add_up(counts, state.n_players, result.payoffs, sums)
    return len(fixtures)


@jit
def leading(rules, state):
    """The players who stand best, as a set."""
    best, found = standing(rules, state, 0), 1
    for player in range(1, state.n_players):
        mine = standing(rules, state, player)
        if mine >= best:
            found = (0 if mine > best else found) | 1 << player
            best = mine
    return found


@jit
def alone(leaders):
    """The only player of a set, or NONE."""
    if leaders & (leaders - 1):
        return NONE
    player = 0
    while leaders >> (player + 1):
        player += 1
    return player


@jit
def note_course(leaders, length, payoffs, course):
    """How the lead went, from the leaders after every decision."""
    winners, last = 0, NONE
    for player in range(len(payoffs)):
        winners |= (1 << player) * (payoffs[player] > 0)
    for turn in range(length):
        leader = alone(leaders[turn])
        if leader != NONE:
            course.changes += last not in (NONE, leader)
            last = leader
    ahead = length
    while ahead > 0 and leaders[ahead - 1] & winners:
        ahead -= 1
    course.settled = ahead / length if winners else -1.0
    for i in range(len(MOMENTS)):
        leader = alone(leaders[int(MOMENTS[i] * (length - 1))])
        course.ahead[i] = payoffs[leader] if leader != NONE else -1.0


@jit
def add_up(counts, n_players, payoffs, sums):
    """Add the uses of one game, and begin to count anew."""
    for use in range(sums.shape[0]):
        for piece in range(sums.shape[1]):
            users, times, wins, times_won = 0, 0, 0.0, 0.0
            for player in range(n_players):
                n = counts[player, use, piece]
                if n > 0:
                    users += 1
                    times += n
                    wins += payoffs[player]
                    times_won += n * payoffs[player]
                    counts[player, use, piece] = 0
            if users:
                found = sums[use, piece]
                found.games += 1
                found.times += times
                found.users += users
                found.wins += wins
                found.times_squared += times * times
                found.users_squared += users * users
                found.wins_squared += wins * wins
                found.users_wins += users * wins
                found.times_won += times_won
