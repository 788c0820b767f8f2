"""Seat players, play a batch of seeded games, return what happened in each.

The batch runs compiled and without the interpreter lock: threads over batches use all cores.
"""

import functools
import warnings
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import overload

from engine.chance import derive
from engine.errors import InputError
from engine.game import MAX_PARTS, MAX_PLAYERS, Ended, Game, allows, deal, parts, payoffs, points, step
from engine.jit import INLINE, LEAN, compile_for, is_kept, jit, jit_inline
from engine.memory import lay_out
from engine.workspace import OWN, Needs, Room, clock, open_budget, start_game
from engine.workspace_type import BUDGET, Workspace

FIXTURE = np.dtype(
    [
        ("seed", "u8"),  # names the deal, and with the seat each player's own chance
        ("seats", "i2", (MAX_PLAYERS,)),  # which player sits where
    ],
    align=True,
)
RESULT = np.dtype(
    [
        ("payoffs", "f8", (MAX_PLAYERS,)),  # share of the win; this and the next five by seat
        ("points", "i4", (MAX_PLAYERS,)),
        ("parts", "i2", (MAX_PLAYERS, MAX_PARTS)),  # of the points
        ("decisions", "i4", (MAX_PLAYERS,)),
        ("calls", "i8", (MAX_PLAYERS,)),  # forward-model calls
        ("nanoseconds", "i8", (MAX_PLAYERS,)),  # spent thinking: the one field that differs between runs
        ("length", "i4"),  # decisions in the game
        ("ended", "i2"),  # Ended
        ("fault", "i2"),  # Fault
        ("culprit", "i2"),  # the seat whose fault it was
        ("action", "i8"),  # what it did
    ],
    align=True,
)
# Players are handed to compiled code as functions: well tried here, but numba calls it an experiment.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

NO_FAULT, ILLEGAL, OVERSPENT = 0, 1, 2
QUICK = 32  # forward-model calls a decision; who makes do with fewer is timed by sampling
SAMPLE = 61  # prime, so that it meets every seat


class Player(NamedTuple):
    """A player ready to sit down: its name, its compiled `act`, and its own Workspace (one per thread)."""

    name: str
    act: Callable
    workspace: Workspace


def new_workspace(
    game: Game, needs: Needs, knobs=(), program=(), budget: int = 0, milliseconds: float = 0, room: Room | None = None
) -> Workspace:
    """A Workspace with what an agent needs; what only lasts for a decision is in the room, if there is one."""
    layout, room = lay_out(needs.memory), room or Room()
    budgets = np.zeros(2, BUDGET).view(np.recarray)
    budgets[OWN].grant = budget
    budgets[OWN].patience = int(milliseconds * 1e6)
    return Workspace.of(
        knobs=np.array(knobs, np.float64),
        program=np.array(program, np.float64),
        rng=np.zeros(1, np.uint64),
        budget=budgets,
        states=room.take(game.name, needs.states, game.new_states),
        actions=room.take("actions", needs.actions, lambda n: np.zeros(n, np.int64)),
        gains=np.zeros(MAX_PLAYERS),
        kept=np.zeros(layout.kept, np.uint8),
        scratch=room.take("scratch", layout.scratch, lambda n: np.zeros(n, np.uint8)),
        places=layout.places,
    )


_compiled: dict[tuple[str, Callable], Callable] = {}


def compile_act(game: Game, act: Callable) -> Callable:
    """`act` compiled for a game, from the disk cache where possible."""
    key = game.name, act
    if key not in _compiled:
        _compiled[key] = quickly_handed_over(compile_for(act_signature(game), act))
    return _compiled[key]


def must_compile(game: Game, act: Callable) -> bool:
    """Whether `act` has yet to be compiled for a game."""
    return (game.name, act) not in _compiled and not is_kept(act_signature(game), act)


def act_signature(game: Game) -> Any:
    """The one signature that all players of a game have."""
    workspace = numba.typeof(new_workspace(game, Needs()))
    return types.int64(numba.from_dtype(game.RULES), numba.from_dtype(game.STATE), workspace)


def quickly_handed_over(act: Any) -> Callable:
    """A player of one signature, its address looked up once: numba would do so, and compare types, at every call."""
    if overloads := getattr(act, "overloads", None):
        only = next(iter(overloads.values()))
        address = functools.cache(only.library.get_pointer_to_function)
        known = only._replace(library=SimpleNamespace(get_pointer_to_function=address))
        act.get_compile_result = lambda _: known
    return act


@jit
def begin(rules, state, fixture, workspaces):
    """Deal, and let every player start anew."""
    deal(rules, state, fixture.seed)
    for seat in range(state.n_players):
        start_game(workspaces[fixture.seats[seat]], derive(fixture.seed, seat + 1))


@jit_inline
def weight_of(budget, decisions, tick):
    """How many of its decisions a player's next one stands for in its thinking time; 0: the clock is not read.

    All that think are timed. Of a quick player, who asks for fewer than QUICK calls a decision, one in SAMPLE is: to
    read the clock takes longer than it does.
    """
    if budget.patience > 0 or budget.spent >= QUICK * decisions:
        return 1
    return SAMPLE if tick % SAMPLE == 0 else 0


@jit_inline
def think(rules, state, act, workspace, result, tick):
    """What the player to move, who is this one, decides; noted how long it took, and a fault if it overspent."""
    seat, budget = state.to_move, workspace.budget[OWN]
    weight = weight_of(budget, result.decisions[seat], tick)
    start = clock(budget) if weight > 0 else 0
    open_budget(budget)
    action = act(rules, state, workspace)
    if weight > 0:
        result.nanoseconds[seat] += weight * (clock(budget) - start)
    if budget.refused > 0:
        result.fault = OVERSPENT
    return action


def ask(player, rules, state, acts, workspaces, result, tick):
    """What the player of that number decides."""
    return think(rules, state, acts[player], workspaces[player], result, tick)


@overload(ask, jit_options=LEAN | INLINE)
def _ask(player, rules, state, acts, workspaces, result, tick):
    """A call for each: to pick one by its number, numba would copy the Workspaces of all at every decision."""
    call = "think(rules, state, acts[{0}], workspaces[{0}], result, tick)"
    cases = [f"    if player == {i}: return {call.format(i)}" for i in range(len(acts) - 1)]
    lines = ["def pick(player, rules, state, acts, workspaces, result, tick):", *cases, f"    return {call.format(-1)}"]
    space = {"think": think}
    exec("\n".join(lines), space)
    return space["pick"]


@jit_inline
def decide(rules, state, fixture, acts, workspaces, result, tick):
    """Let the player to move decide; True if the decision stands. `tick` counts decisions."""
    seat = state.to_move
    action = ask(fixture.seats[seat], rules, state, acts, workspaces, result, tick)
    result.decisions[seat] += 1
    result.action, result.culprit = action, seat
    if result.fault == NO_FAULT and not allows(rules, state, action):
        result.fault = ILLEGAL
    return result.fault == NO_FAULT


@jit_inline
def note_end(rules, state, fixture, workspaces, result):
    """Write down the result of a finished game."""
    payoffs(rules, state, result.payoffs)
    result.length = state.turn
    result.ended = state.ended
    for seat in range(state.n_players):
        result.points[seat] = points(rules, state, seat)
        parts(rules, state, seat, result.parts[seat])
        result.calls[seat] = workspaces[fixture.seats[seat]].budget[OWN].spent


@jit
def play_games(rules, table, fixtures, acts, workspaces, results):
    """Play every fixture to its end. A player's fault ends the batch: its game is marked, later ones stay unplayed."""
    state = table[0]
    tick = 0
    for game in range(len(fixtures)):
        fixture, result = fixtures[game], results[game]
        begin(rules, state, fixture, workspaces)
        while state.ended == Ended.PLAYING:
            if not decide(rules, state, fixture, acts, workspaces, result, tick):
                return game
            step(rules, state, result.action)
            tick += 1
        note_end(rules, state, fixture, workspaces, result)
    return len(fixtures)


def rotated(seeds: np.ndarray, turns: np.ndarray, n_players: int) -> np.recarray:
    """Fixtures of games, each given by the seed of its deal and how far the players have moved up in their seats."""
    fixtures = np.zeros(len(seeds), FIXTURE).view(np.recarray)
    fixtures.seed = seeds
    fixtures.seats[:, :n_players] = (np.arange(n_players) + turns[:, None]) % n_players
    return fixtures


def rotations(seeds: Sequence[int], n_players: int) -> np.recarray:
    """Fixtures of one block per seed: the same deal once in every rotation of the seats."""
    dealt = np.repeat(np.array(seeds, np.uint64), n_players)
    return rotated(dealt, np.tile(np.arange(n_players), len(seeds)), n_players)


_entries: dict[tuple[Any, ...], Callable] = {}  # play_games as it was compiled for arguments of some types


def play(game: Game, rules: np.record, players: Sequence[Player], fixtures: np.recarray) -> np.recarray:
    """Play all fixtures; results by seat, one row each. A player's fault is an error that names it."""
    results = np.zeros(len(fixtures), RESULT).view(np.recarray)
    acts, workspaces = tuple(p.act for p in players), tuple(p.workspace for p in players)
    arguments = rules, game.new_states(1), fixtures, acts, workspaces, results
    key = game.name, len(players), type(rules), fixtures.flags.carray
    played = _entries.get(key, play_games)(*arguments)
    if key not in _entries:  # from now on without looking at all types, which takes longer than a short game
        compiled = getattr(play_games, "overloads", None)
        _entries[key] = compiled[tuple(map(numba.typeof, arguments))].entry_point if compiled else play_games
    if played < len(fixtures):
        raise InputError(describe_fault(game, players, fixtures[played], results[played]))
    return results


def describe_fault(game: Game, players: Sequence[Player], fixture: np.record, result: np.record) -> str:
    """The error message for a fault: the player, its decision, the game."""
    name = players[fixture.seats[result.culprit]].name
    where = f"game with seed {fixture.seed}, seat {result.culprit + 1}, its decision {result.decisions[result.culprit]}"
    if result.fault == OVERSPENT:
        return f"player {name}: asked for forward-model calls beyond its budget ({where})"
    return f"player {name}: played {result.action}, which is not legal in {game.name} ({where})"
