"""What all search agents share: lines of play on imagined states, what they are worth, and what the others will do.

A line starts with `begin_line`; every move on it is played by `play_on`, which pays for the forward-model call; `worth`
says what it has come to. Where the value function values moves (`change(...)`), each mover's gains are summed up.
"""

from enum import IntEnum
from typing import Annotated

from engine.game import MAX_PLAYERS
from engine.jit import jit
from engine.space import Steps, When

ROOT, LINE, TRIAL = 0, 1, 2  # mind.states: the imagined position, a line of play from it, a look one move ahead
SLOTS = 3
GAINS = 1  # mind.floats: from here on, what each player's moves have gained on the current line
FLOATS = GAINS + MAX_PLAYERS  # an agent's own numbers begin here
MODEL_CALLS = 1000  # no opponent is given more to think with for one move


class Model(IntEnum):
    """How a search sees its opponents."""

    NOTHING = 0  # they do not move (in games that cannot skip a turn they move at random)
    RANDOM = 1
    OSLA = 2  # the best of sampled moves, one move ahead
    GREEDY = 3  # the best of all moves, one move ahead


OpponentModel = Annotated[Model, "opponent model"]
ModelShare = Annotated[
    float,
    Steps((0.005, 0.01, 0.02, 0.05, 0.1), accepts=(0, 1)),
    When("om", (Model.OSLA, Model.GREEDY)),
    "share of the budget that one decision of an opponent model may use",
]
Draws = Annotated[bool, "cards are drawn in simulations; false: they leave holes"]
Reimagine = Annotated[bool, "what is unseen is dealt anew for every simulation; false: once for a decision"]


@jit
def begin_line(rules, state, mind, reimagine, viewer, draws):
    """The state at the start of a line: the imagined position, or another one like it."""
    for player in range(state.n_players):
        mind.floats[GAINS + player] = 0.0
    mind.states[LINE] = mind.states[ROOT]
    return mind.states[LINE]
