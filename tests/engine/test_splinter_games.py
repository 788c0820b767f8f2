"""Splinter over many moves: pinned counts and games, the plain-Python twin, uniform sampling."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from engine.game import Ended
from engine.splinter.view import board_text
from tests.engine.splinter_model import GAME, model_of, moves_of, position, read

ROOT = Path(__file__).resolve().parents[2]


def perft(made, states, actions, depth):
    """Move sequences of that length, ended games not counted; states and actions have a row per level."""
    n = GAME.verbs.legal(made, states[depth], actions[depth])
    if depth == 1:
        return int(n)
    total = 0
    for action in actions[depth, :n]:
        states[depth - 1] = states[depth]
        GAME.verbs.step(made, states[depth - 1], action)
        total += perft(made, states, actions, depth - 1)
    return total


def perft_from_start(params, depth):
    made = GAME.prepare(params)
    states, actions = GAME.new_states(depth + 1), np.zeros((depth + 1, GAME.max_actions(params)), np.int64)
    states[depth] = GAME.new_deal(made, 0)
    return perft(made, states, actions, depth)


def model_perft(model, depth):
    if model.outcome() is not None:
        return 0
    return len(model.moves()) if depth == 1 else sum(model_perft(model.after(m), depth - 1) for m in model.moves())


def test_perft_of_the_standard_game():
    assert [perft_from_start(GAME.Params(), depth) for depth in (1, 2, 3)] == [120, 13752, 1574339]


def test_perft_of_the_small_game_is_that_of_the_model():
    small = GAME.presets["small"]
    made = GAME.prepare(small)
    model = model_of("/".join(board_text(made, GAME.new_deal(made, 0))))
    assert perft_from_start(small, 3) == model_perft(model, 3) == 95229
    assert perft_from_start(small, 4) == 4202581


def random_games(n):
    """A hash over every action and outcome of n random games."""
    digest, out = hashlib.sha256(), np.zeros(120, np.int64)
    for seed in range(n):
        made = GAME.prepare(GAME.Params(opening=seed % 3, loose=seed % 2))
        state, rng = GAME.new_deal(made, seed), np.array([seed], np.uint64)
        digest.update(str(int(GAME.verbs.key(made, state))).encode())
        while state.ended == Ended.PLAYING:
            action = GAME.verbs.sample(made, state, rng)
            digest.update(f"{action} {GAME.verbs.legal(made, state, out)} ".encode())
            GAME.verbs.step(made, state, action)
        for player in range(2):
            features = [float(GAME.verbs.feature(made, state, player, which)) for which in range(len(GAME.FEATURES))]
            digest.update(f"{outcome(state)} {features} {int(GAME.verbs.key(made, state))}".encode())
    return digest.hexdigest()[:16]


def outcome(state):
    return f"{int(state.ended)} {int(state.winner)} {int(state.turn)}"


def test_the_plain_python_twin_plays_the_same_games():
    script = "from tests.engine.test_splinter_games import random_games; print(random_games(4))"
    twin = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert twin.returncode == 0, twin.stderr
    assert twin.stdout.strip() == random_games(4)


def test_the_signature_of_a_hundred_random_games():
    assert random_games(100) == "ec7258dd9b410832"


def test_sampling_is_uniform_over_the_legal_moves():
    made, state = position("xx..oo/.xXOo./..xo..", "x", vacated=(0, 2))
    counts: dict[int, int] = {}
    rng = np.array([5], np.uint64)
    moves = moves_of(made, state)
    assert len(moves) < 8 * sum(mark in "xX" for mark in read(made, state).board.values())
    for _ in range(200 * len(moves)):
        action = int(GAME.verbs.sample(made, state, rng))
        counts[action] = counts.get(action, 0) + 1
    assert len(counts) == len(moves)
    deviation = sum((seen - 200) ** 2 / 200 for seen in counts.values())
    assert deviation < len(moves) + 4 * (2 * len(moves)) ** 0.5  # chi-square, four standard deviations
