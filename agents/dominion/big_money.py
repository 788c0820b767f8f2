"""Big Money: the best Treasure that it can pay for, and Provinces as soon as possible; no Actions (Fenner 2014)."""

from typing import Annotated, NamedTuple

from agents.dominion.cards import most
from agents.dominion.short_term import habits_of, short_term, with_habits
from engine.dominion.actions import NO, Ask, encode
from engine.dominion.zones import COPPER, DUCHY, ESTATE, GOLD, PROVINCE, SILVER
from engine.jit import jit, jit_inline
from engine.space import Range
from engine.workspace import Needs, unpack

DuchyAt = Annotated[
    int, Range(0, 8, accepts=(0, 18)), "buy Duchies when so few Provinces are left; 0: never (ruling 1)"
]
EstateAt = Annotated[int, Range(0, 8, accepts=(0, 18)), "buy Estates when so few Provinces are left (ruling 1)"]


@with_habits
class Params(NamedTuple):
    """When to turn to points, and the habits of all simple players."""

    duchy_at: DuchyAt = 0
    estate_at: EstateAt = 0
    copper: Annotated[bool, "buy a Copper when there is nothing better (ruling 1)"] = False


def needs(params, budget, max_actions):
    """Nothing: it does not look ahead."""
    return Needs()


@jit_inline
def gains_for_itself(state):
    """Whether the question is which card the player to move will have."""
    return state.ask == Ask.BUY or (state.ask == Ask.GAIN and state.frames[state.depth - 1].actor == state.to_move)


@jit_inline
def greens(state, options, duchy_at, estate_at):
    """The Victory card that it is time for, or NO."""
    if (options >> PROVINCE) & 1:
        return PROVINCE
    if state.supply[PROVINCE] <= duchy_at and (options >> DUCHY) & 1:
        return DUCHY
    if state.supply[PROVINCE] <= estate_at and (options >> ESTATE) & 1:
        return ESTATE
    return NO


@jit
def purchase(rules, state, duchy_at, estate_at, copper):
    """What to buy or gain. A gain that is forced and brings nothing wanted takes the dearest card."""
    options = int(state.options)
    pile = greens(state, options, duchy_at, estate_at)
    if pile != NO:
        return pile
    for wanted in (GOLD, SILVER):
        if (options >> wanted) & 1:
            return wanted
    if copper and (options >> COPPER) & 1:
        return COPPER
    return NO if (options >> NO) & 1 else most(rules, state, options)


def act(rules, state, workspace):
    """A purchase by the list, anything else by habit."""
    p = unpack(Params, workspace.knobs)
    if gains_for_itself(state):
        return encode(state.ask, purchase(rules, state, p.duchy_at, p.estate_at, p.copper))
    answer = short_term(rules, state, habits_of(workspace.knobs))
    return encode(state.ask, answer)
