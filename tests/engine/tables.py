"""Rule sets and positions that tests play on."""

import hypothesis.strategies as st
import numpy as np

from engine.catalog import GAMES as CATALOG
from engine.errors import InputError
from engine.game import Game, bind, sample, step
from engine.space import Choice, Range, Steps, knobs_of
from tests.engine import toy

GAMES = {**CATALOG, toy.GAME.name: bind(toy.GAME)}  # whatever holds for every game holds for this one too
GAME_NAMES = sorted(GAMES)
SEEDS = st.integers(0, 2**63)


def generator(seed):
    """A fresh chance generator."""
    return np.array([seed], np.uint64)


def knob_values(knob):
    """Any value that a knob may be searched over."""
    match knob.domain:
        case Choice(values) | Steps(values):
            return st.sampled_from(values)
        case Range(low, high) if knob.kind is int:
            return st.integers(low, high)
        case Range(low, high):
            return st.floats(low, high)
    return st.just(knob.default)


@st.composite
def rule_sets(draw, game: Game):
    """Params that the game accepts: a preset with some knobs turned, never the whole lot rejected."""
    params = draw(st.sampled_from(list(game.presets.values())))
    knobs = knobs_of(game.Params)
    for name in draw(st.lists(st.sampled_from(sorted(knobs)), max_size=6, unique=True)):
        turned = params._replace(**{name: draw(knob_values(knobs[name]))})
        try:
            game.prepare(turned)
        except InputError:
            continue
        params = turned
    return params


def random_position(game: Game, rules, seed: int, decisions: int):
    """A state after that many random decisions, or fewer if the game ended."""
    state = game.new_deal(rules, seed)
    rng = generator(seed ^ 0xABCDEF)
    for _ in range(decisions):
        if state.ended:
            break
        step(rules, state, sample(rules, state, rng))
    return state


def raw(state) -> bytes:
    """Everything in a state."""
    return state.tobytes()


def copy_of(game: Game, state):
    """An independent copy."""
    copy = game.new_states(1)
    copy[0] = state
    return copy[0]
