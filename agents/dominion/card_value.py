"""Card Value: always the dearest card that it can have, of equal ones a random one (Fenner 2014)."""

from typing import Annotated, NamedTuple

from agents.dominion.buying import DuchyAt, EstateAt, gains_for_itself, greens
from agents.dominion.short_term import UNSEARCHED, by_habit, with_habits
from engine.chance import below
from engine.dominion.actions import NO, encode
from engine.dominion.instructions import Type
from engine.dominion.zones import COPPER, CURSE, PROVINCE, first_pile
from engine.jit import jit
from engine.workspace import Needs, unpack


@with_habits
class Params(NamedTuple):
    """What to buy, and the habits of all simple players."""

    duchy_at: DuchyAt = 0
    estate_at: EstateAt = 0
    copper: Annotated[bool, "buy a Copper when there is nothing better (ruling 2)"] = True
    victory: Annotated[bool, UNSEARCHED, "Victory cards compete by their price; false: Provinces do (ruling 3)"] = True


def needs(params, budget, max_actions):
    """No memory: it does not look ahead."""
    return Needs()


@jit
def dearest(rules, state, copper, victory, rng):
    """The dearest card, never a Curse unless there is nothing else."""
    left = int(state.options) & ~(1 << NO | 1 << CURSE)
    if not victory:
        left &= ~int(state.types[Type.VICTORY]) | 1 << PROVINCE
    if not copper:
        left &= ~(1 << COPPER)
    best, equal, found = -1, 0, NO
    while left:
        pile = first_pile(left)
        left &= left - 1
        cost = int(rules.cost[state.cards[pile]])
        if cost > best:
            best, equal = cost, 0
        if cost == best:
            equal += 1
            if below(rng, equal) == 0:
                found = pile
    return found if (state.options >> found) & 1 else first_pile(int(state.options))


def act(rules, state, workspace):
    """The dearest card, anything else by habit."""
    if not gains_for_itself(state):
        return by_habit(rules, state, workspace.knobs)
    p = unpack(Params, workspace.knobs)
    green = greens(state, int(state.options), p.duchy_at, p.estate_at) if p.duchy_at or p.estate_at else NO
    pile = green if green != NO else dearest(rules, state, p.copper, p.victory, workspace.rng)
    return encode(state.ask, pile)
