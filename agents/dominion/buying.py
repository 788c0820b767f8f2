"""What to buy for points and money: the part of it that several players share."""

from typing import Annotated

from agents.dominion.cards import most
from engine.dominion.actions import NO, Ask
from engine.dominion.zones import COPPER, DUCHY, ESTATE, GOLD, PROVINCE, SILVER
from engine.jit import jit, jit_inline
from engine.space import Range

DuchyAt = Annotated[
    int, Range(0, 8, accepts=(0, 18)), "buy Duchies when so few Provinces are left; 0: never (ruling 1)"
]
EstateAt = Annotated[int, Range(0, 8, accepts=(0, 18)), "buy Estates when so few Provinces are left (ruling 1)"]


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
    """What Big Money buys or gains. A gain that is forced and brings nothing wanted takes the dearest card."""
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
