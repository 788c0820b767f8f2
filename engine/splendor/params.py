"""The rule parameters of the Splendor family: each can be changed at run time, all are validated together."""

from enum import IntEnum
from functools import partial
from math import comb
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from engine.errors import refuse_misfit
from engine.lanes import pack
from engine.space import Choice, File, Range, Steps
from engine.splendor import content
from engine.splendor.lanes import pack_rows
from engine.splendor.state import EMPTY, MOST_DECKS, MOST_NOBLES, RULES

TOKENS_BY_PLAYERS = {2: 4, 3: 5, 4: 7}
LONGEST_LIST = 20_000  # legal actions, in the worst position of a parameter set


class NobleChoice(IntEnum):
    """Who picks when several nobles would come."""

    AUTO = 0
    CHOOSE = 1


class NobleTiming(IntEnum):
    """After which actions a noble may come to a player."""

    OWN_ACTION = 0
    PURCHASE = 1
    ANY_ACTION = 2


class Returns(IntEnum):
    """How tokens above the limit go back."""

    TOGETHER = 0  # as a part of the action that brought them: one decision
    SINGLY = 1  # token by token, each a decision of its own: fewer actions to choose from


class Params(NamedTuple):
    """Rules and content."""

    players: Annotated[int, Steps((2, 3, 4)), "number of players"] = 4
    colours: Annotated[int, Steps((3, 4, 5, 6, 7)), "token colours; other than 5 plays generated cards"] = 5
    tokens_per_colour: Annotated[int, Range(0, 12), "tokens of each colour; 0 = 4, 5, 7 for 2, 3, 4 players"] = 0
    gold: Annotated[int, Range(0, 12), "gold tokens"] = 5
    decks: Annotated[int, Steps((1, 2, 3, 4, 5)), "decks; other than 3 plays generated cards"] = 3
    face_up: Annotated[int, Steps((1, 2, 3, 4, 5, 6)), "cards face up per deck"] = 4
    extra_nobles: Annotated[int, Range(0, 4), "nobles on the table beyond the number of players"] = 1
    max_tokens: Annotated[int, Range(5, 20), "tokens a player may keep"] = 10
    max_reserved: Annotated[int, Range(0, 5), "cards a player may hold in reserve"] = 3
    end_points: Annotated[int, Range(1, 40), "points that end the game"] = 15
    take_different_colours: Annotated[int, Range(1, 5, accepts=(1, 7)), "colours in a take of different tokens"] = 3
    take_different_amount: Annotated[int, Range(1, 2), "tokens of each colour in a take of different ones"] = 1
    take_same_amount: Annotated[int, Range(1, 4), "tokens in a take of one colour"] = 2
    take_same_minimum: Annotated[int, Range(1, 8), "tokens the bank must hold of a colour for a take of one"] = 4
    take_fewer: Annotated[bool, "fewer different colours may be taken when the bank has fewer"] = True
    finish_round: Annotated[bool, "all players get equal turns; false: the game stops at once"] = True
    noble_choice: Annotated[NobleChoice, "with several nobles: the first comes, or the player chooses"] = (
        NobleChoice.AUTO
    )
    noble_timing: Annotated[NobleTiming, "after which actions nobles come"] = NobleTiming.OWN_ACTION
    deck_reserve: Annotated[bool, "the top card of a deck may be reserved unseen"] = True
    gold_at_limit: Annotated[bool, "a reserve at the token limit still gives gold (and returns a token)"] = True
    returns: Annotated[Returns, "tokens above the limit go back with the action, or token by token after it"] = (
        Returns.TOGETHER
    )
    pass_when_stuck: Annotated[bool, "a player without an action passes; false: stalemate"] = False
    decision_limit: Annotated[
        int, Range(20, 1000, accepts=(1, 100_000)), "decisions after which the game is stopped"
    ] = 300
    weight_take_different: Annotated[float, Range(0, 100), "random actions: weight of takes of different colours"] = (
        22.5
    )
    weight_take_same: Annotated[float, Range(0, 100), "random actions: weight of takes of one colour"] = 22.5
    weight_buy_board: Annotated[float, Range(0, 100), "random actions: weight of purchases from the board"] = 22.5
    weight_buy_reserved: Annotated[float, Range(0, 100), "random actions: weight of purchases from the reserve"] = 22.5
    weight_reserve_board: Annotated[float, Range(0, 100), "random actions: weight of reserves from the board"] = 5.0
    weight_reserve_deck: Annotated[float, Range(0, 100), "random actions: weight of reserves from a deck"] = 5.0
    content_seed: Annotated[int, Range(0, 999, accepts=(0, 2**31)), "names the generated cards"] = 0
    generated: Annotated[bool, Choice((False, True)), "play generated cards even with 5 colours and 3 decks"] = False
    cards: Annotated[str, File(), "a CSV file of cards to play with"] = ""
    nobles: Annotated[str, File(), "a CSV file of nobles"] = ""


ODD_RULES = (
    {"players": 2, "end_points": 3},
    {"players": 3, "end_points": 2, "max_tokens": 6, "noble_choice": 1, "extra_nobles": 3},
    {"players": 4, "end_points": 2, "colours": 7, "decks": 4, "face_up": 2, "gold": 0, "finish_round": False},
    {"players": 2, "end_points": 2, "colours": 3, "decks": 1, "pass_when_stuck": True, "max_reserved": 1},
    {"players": 2, "end_points": 3, "max_tokens": 5, "take_different_amount": 2, "returns": 1, "noble_choice": 1},
)
WEIGHTS = tuple(name for name in Params._fields if name.startswith("weight_"))
SCALARS = [name for name in RULES.names or () if name in Params._fields and name != "nobles"]
ALLOWED = np.array([[not ruled_out >> kind & 1 for kind in range(len(WEIGHTS))] for ruled_out in range(64)])

PRESETS = {
    "splendor": Params(),
    "thesis": Params(  # as the program of Hepworth (2016) really played
        players=2,
        gold=8,
        extra_nobles=2,
        deck_reserve=False,
        take_fewer=False,
        noble_timing=NobleTiming.PURCHASE,
    ),
    "rinascimento": Params(  # as the program of Bravi et al. (2019) really played
        players=4,
        finish_round=False,
        gold_at_limit=False,
        noble_timing=NobleTiming.ANY_ACTION,
    ),
}


def bank_tokens(params: Params) -> int:
    """Tokens of each colour in the bank at the start."""
    return params.tokens_per_colour or TOKENS_BY_PLAYERS[params.players]


def load_content(params: Params) -> content.Content:
    """The cards and nobles that these parameters play with."""
    made = params.generated or params.colours != 5 or params.decks != 3
    base = content.generate(params.colours, params.decks, params.content_seed) if made else content.published()
    cards = content.read_cards(Path(params.cards), params.colours, params.decks) if params.cards else base.cards
    nobles = content.read_nobles(Path(params.nobles), params.colours) if params.nobles else base.nobles
    return content.Content(cards, nobles)


def write_content(params: Params, folder: Path) -> None:
    """The cards and nobles of these parameters as CSV files."""
    content.write(load_content(params), folder, params.colours)


def max_actions(params: Params) -> int:
    """The longest list of legal actions that these parameters can give: every take with every way to return with it."""
    lanes = params.colours + (params.gold > 0)

    def returns(taken: int) -> int:
        return comb(lanes + taken - 1, taken) if params.returns == Returns.TOGETHER else 1

    different = min(params.take_different_colours, params.colours)
    takes = comb(params.colours, different) * returns(different * params.take_different_amount)
    same = params.colours * returns(params.take_same_amount)
    reserves = (params.decks * (params.face_up + 1)) * returns(1)
    return int(takes + same + reserves) + params.decks * params.face_up + params.max_reserved + MOST_NOBLES


def check(params: Params, stuff: content.Content) -> None:
    """Refuse parameter sets that cannot be set up or played."""
    refuse = partial(refuse_misfit, "splendor", params)
    refuse(params.players not in TOKENS_BY_PLAYERS, "players", "2, 3 or 4 can play")
    nobles = params.players + params.extra_nobles
    smallest = min(sum(card.level == level for card in stuff.cards) for level in range(1, params.decks + 1))
    take = params.take_different_colours * params.take_different_amount
    refuse(nobles > MOST_NOBLES, "extra_nobles", f"{nobles} nobles, {MOST_NOBLES} fit on the table")
    refuse(nobles > len(stuff.nobles), "extra_nobles", f"{nobles} nobles on the table, there are {len(stuff.nobles)}")
    refuse(params.face_up > smallest, "face_up", f"the smallest deck has {smallest} cards")
    refuse(params.take_different_colours > params.colours, "take_different_colours", f"colours is {params.colours}")
    refuse(
        params.take_same_amount > params.take_same_minimum,
        "take_same_amount",
        f"the bank need only hold {params.take_same_minimum} (take_same_minimum)",
    )
    refuse(
        params.take_different_amount > bank_tokens(params),
        "take_different_amount",
        f"there are {bank_tokens(params)} tokens of a colour",
    )
    refuse(
        not params.take_fewer and take > params.max_tokens,
        "take_different_amount",
        f"a take of {take} tokens, max_tokens is {params.max_tokens}",
    )
    refuse(
        max_actions(params) > LONGEST_LIST,
        "take_different_amount",
        f"up to {max_actions(params)} legal actions, at most {LONGEST_LIST} are handled",
    )
    refuse(not any(getattr(params, name) for name in WEIGHTS), "weight_take_different", "all weights are 0")


def prepare(params: Params) -> np.record:
    """The rules record that every verb reads."""
    stuff = load_content(params)
    check(params, stuff)
    rules = np.zeros(1, RULES).view(np.recarray)[0]
    for name in SCALARS:
        rules[name] = getattr(params, name)
    rules.tokens_per_colour = bank_tokens(params)
    rules.slots = params.decks * params.face_up
    rules.nobles = params.players + params.extra_nobles
    rules.take_colours, rules.take_amount = params.take_different_colours, params.take_different_amount
    rules.take_same = params.take_same_amount
    rules.kind_thresholds[:] = kind_thresholds([getattr(params, name) for name in WEIGHTS])
    fill_content(rules, stuff)
    return rules


def kind_thresholds(weights: list[float]) -> np.ndarray:
    """For each set of kinds that are ruled out: the weights of the others summed up, as parts of 2**32.

    Kinds without weight come only when nothing else is left.
    """
    left = np.where(ALLOWED, weights, 0.0)
    left = np.where(left.any(axis=1, keepdims=True), left, ALLOWED)
    sums = np.cumsum(left, axis=1)
    sums[-1, -1] = 1  # nothing is left
    return np.rint(sums[:, :-1] / sums[:, -1:] * 2**32).astype(np.uint64)


def fill_content(rules: np.record, stuff: content.Content) -> None:
    """Put cards and nobles into the tables."""
    levels, bonuses, points, costs = map(list, zip(*stuff.cards, strict=True))
    n = len(stuff.cards)
    rules.cost[:n], rules.cost[EMPTY] = pack_rows(costs), pack([127] * 7)
    rules.bonus[:n] = [1 << 8 * bonus for bonus in bonuses]
    rules.worth[:n], rules.level[:n] = points, np.subtract(levels, 1)
    rules.deck_from[:] = np.searchsorted(levels, range(MOST_DECKS + 1), side="right")
    rules.n_noble_tiles = n = len(stuff.nobles)
    rules.noble_cost[:n] = pack_rows([noble.cost for noble in stuff.nobles])
    rules.noble_worth[:n] = [noble.points for noble in stuff.nobles]
