"""Big Money: the best Treasure that it can pay for, and Provinces as soon as possible; no Actions (Fenner 2014)."""

from typing import Annotated, NamedTuple

from agents.dominion.buying import DuchyAt, EstateAt, gains_for_itself, purchase
from agents.dominion.short_term import by_habit, with_habits
from engine.dominion.actions import encode
from engine.workspace import Needs, unpack


@with_habits
class Params(NamedTuple):
    """When to turn to points, and the habits of all simple players."""

    duchy_at: DuchyAt = 0
    estate_at: EstateAt = 0
    copper: Annotated[bool, "buy a Copper when there is nothing better (ruling 1)"] = False


def needs(params, budget, max_actions):
    """No memory: it does not look ahead."""
    return Needs()


def act(rules, state, workspace):
    """A purchase by the list, anything else by habit."""
    if not gains_for_itself(state):
        return by_habit(rules, state, workspace.knobs)
    p = unpack(Params, workspace.knobs)
    return encode(state.ask, purchase(rules, state, p.duchy_at, p.estate_at, p.copper))
