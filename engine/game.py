"""The contract: what a game is, and the verbs that players are written in.

A game's state is one numpy record, its rules (parameters and content) another. The state's type *is* the game: a verb
such as `step(rules, state, action)` picks the rules of the game by the type of its state, while compiling (numba
`overload`) or, in plain Python, by the dtype. So an agent is written once, compiled per game and cached on disk.

| verb | what it does |
|---|---|
| deal(rules, state, seed) | a new game; the same seed deals the same |
| legal(rules, state, out) -> n | every legal action of the player to move, always in the same order |
| allows(rules, state, action) | whether `action` is one of those, without listing them |
| sample(rules, state, rng) -> action | a random legal action from the game's generators; NONE when the game is over |
| step(rules, state, action) | play a legal action; chance comes from the state's own generator |
| payoffs(rules, state, out) | each player's share of the win; zeros for a game that nobody won |
| points(rules, state, player) | the game's own score of a player |
| redeal(rules, state, viewer, rng) | deal anew what the viewer cannot see, consistent with what it has seen |
| key(rules, state) | a 64-bit name of all that decides how the game goes on, but chance: equal keys, equal games |
| feature(rules, state, player, which) | one attribute of the position, by its place in the game's FEATURES |

Optional verbs, for games that have the notion:

| verb | what it does |
|---|---|
| features(rules, state, player, numbers, at, n, to) | several attributes, which may share work: the n named by numbers[at:] go to numbers[to:]; without it: one by one |
| pending(rules, state, player) -> bool | whether a choice of the player has yet to take effect; without it: never |
| skip(rules, state, viewer) -> bool | leave all turns out until the viewer's, though the rules know no pass |
| stop_draws(rules, state) | from now on chance draws no cards: what leaves the table leaves a hole |
| has_chance(rules, state) -> bool | whether chance can still change how the game goes on; without it: yes |
| copy_state(rules, state, pool, slot) | put a copy into pool[slot]; without it: all of the record |
| similarity(rules, state, wanted, action) | how near an action comes to a wanted one, larger is nearer |
| parts(rules, state, player, out) | the parts of a player's points, in the order of the game's PARTS |
| progress(rules, state) | how far the game has come, from 0 at its beginning to 1 in its last part |
| standing(rules, state, player) | what players lead by while the game goes on; without it: points |
| tally(rules, state, action, counts) | count what an action does with which piece: counts[player, use, piece] |

`tally` is asked before every action is played and, with NONE, when the game is over.

The view is for people, in plain Python, and never asked by agents; the last four are optional:

| function | what it does |
|---|---|
| show(rules, state, viewer=None) -> text | the position as `viewer` sees it; without one, all of it |
| say(rules, state, action) -> text | a legal action in words |
| svg(rules, state, viewer=None) -> text | the position as a picture |
| clicks(rules, state, action) | how to make a move on the picture: stages of marks (`data-mark`) to click, one stage after the other, those of a stage in any order |
| tell(rules, state, action, viewer, done) -> text | another player's action as far as `viewer` learns of it: at once, and once it has taken effect (`done`); without it: all, at once |
| uses(rules) | what `tally` counts: by use (bought, built, in the deck at the end) the names of the pieces (cards, boards) |
| lot(rules, state, seat) -> text | what the deal gave to a seat, of a game that names this (`lot`) |
"""  # noqa: E501

import functools
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np

from engine.cache import VERBS
from engine.chance import draw
from engine.copying import copy_whole
from engine.jit import jit, verb_of
from engine.separate import separate_verb

MAX_PLAYERS = 7
MAX_PARTS = 8  # of points
NONE = -1  # no action


class Ended(IntEnum):
    """The ways in which a game ends."""

    PLAYING = 0
    WON = 1
    SHARED = 2  # several players share the win
    STALEMATE = 3  # the player to move has no legal action: nobody wins
    LIMIT = 4  # the decision limit was reached: nobody wins


HEADER = [  # the first fields of every game's state
    ("to_move", "i2"),  # who decides next
    ("n_players", "i2"),
    ("ended", "i2"),  # Ended
    ("turn", "i4"),  # decisions made so far
    ("chance", "u8", (1,)),  # the game's own generator
]


class Game(NamedTuple):
    """One entry of the catalogue."""

    name: str
    title: str
    Params: type  # rule parameters, declared like an agent's
    presets: Mapping[str, Any]  # named Params
    STATE: np.dtype
    RULES: np.dtype
    verbs: ModuleType  # its functions by the names of the verbs
    prepare: Callable[[Any], np.record]  # Params -> rules record; validates them together
    max_actions: Callable[[Any], int]  # the longest legal list under these rules
    FEATURES: tuple[str, ...]
    player_counts: tuple[int, ...]  # how many can play; where that is a choice, it is the rule parameter `players`
    view: ModuleType  # the position and its moves for people
    write_content: Callable[[Any, Path], None] | None = None  # the cards of these Params as files in a folder
    varied: str = ""  # the preset that draws openings, of a game which has no chance of its own
    random_weights: tuple[str, ...] = ()  # rule parameters: the weights of the kinds of random actions
    length_limit: str = ""  # the rule parameter that stops a long game
    odd_rules: Sequence[Mapping[str, Any]] = ()  # rule parameters that reach far corners: every agent must play them
    strong_value: str = "default"  # of its named values, what a player looking one move ahead does best with
    agent_defaults: Mapping[str, Mapping[str, Any]] = {}  # by agent: the settings that suit this game, in words
    PARTS: tuple[str, ...] = ()  # where points come from, in the order of the verb `parts`
    lot: str = ""  # what a deal gives to a seat (`view.lots`, `view.lot_names`): wins are told by it
    lead: str = "points"  # what `standing` counts
    values: Mapping[str, str] = {}  # named value functions, as text (engine.value); "default" is what agents strive for

    def new_states(self, n: int) -> np.recarray:
        """Room for n states; each element is a record that agents and verbs take."""
        return np.zeros(n, self.STATE).view(np.recarray)

    def new_deal(self, rules: np.record, seed: int) -> np.record:
        """One freshly dealt state."""
        state = self.new_states(1)[0]
        self.verbs.deal(rules, state, np.uint64(seed))
        return state


def parts_of(rules, params, state, features, values, view) -> dict[str, Any]:
    """The parts of a Game that its modules hold under the usual names."""
    return {
        "Params": params.Params,
        "presets": params.PRESETS,
        "STATE": state.STATE,
        "RULES": state.RULES,
        "verbs": rules,
        "prepare": params.prepare,
        "max_actions": params.max_actions,
        "FEATURES": features.FEATURES,
        "view": view,
        "odd_rules": params.ODD_RULES,
        "values": values.VALUES,
    }


FINDERS: list[Callable] = []  # by verb: from a state type to the game's own function


def bind(game: Game) -> Game:
    """Make the verbs find this game's rules by its state type."""
    compiled = numba.from_dtype(game.STATE)
    VERBS[game.STATE] = VERBS[np.dtype((np.record, game.STATE))] = VERBS[compiled] = game.verbs
    for find in FINDERS:
        find(compiled)
    return game


def verb(stub=None, *, hot=False, optional=False):
    """A function that runs the game's own function of the same name, picked by the type of its second argument.

    Compiled code calls it by its name, or makes it a part of the caller (`hot`): that is for what searches do at
    every move, where a call would cost as much as a twentieth of the rule. A game that has none of an `optional` verb
    gets the one that stands here.
    """
    if stub is None:
        return functools.partial(verb, hot=hot, optional=optional)
    name, otherwise = stub.__name__, (stub,) if optional else ()

    @functools.wraps(stub, ["__name__", "__qualname__", "__doc__"], [])
    def call(rules, state, *args):
        return getattr(VERBS[state.dtype], name, *otherwise)(rules, state, *args)

    def find(state):
        rule = getattr(VERBS.get(state), name, *otherwise or (None,))
        return rule and verb_of(rule, hot)

    FINDERS.append(find)
    separate_verb(call, find)
    return call


@verb
def deal(rules, state, seed):
    """A new game; the same seed deals the same."""


@verb
def legal(rules, state, out):
    """Fill `out` with every legal action of the player to move and return their number."""


@verb(hot=True)
def allows(rules, state, action):
    """Whether `action` is legal now."""


@verb(hot=True)
def sample(rules, state, rng):
    """One random legal action, or NONE when the game is over."""


@verb(hot=True)
def step(rules, state, action):
    """Play a legal action."""


@verb
def payoffs(rules, state, out):
    """Each player's share of the win."""


@verb
def points(rules, state, player):
    """The game's own score of a player."""


@verb(hot=True)
def redeal(rules, state, viewer, rng):
    """Deal anew everything that the viewer cannot see."""


@verb
def key(rules, state):
    """A 64-bit name of the position: whatever decides how the game goes on, except its chance generator."""


@verb(hot=True)
def feature(rules, state, player, which):
    """One attribute of the position as `player` sees it."""


@verb(hot=True, optional=True)
def features(rules, state, player, numbers, at, n, to):
    """Put the n attributes that are named from place `at` on to place `to`; a game may find them faster together."""
    for i in range(n):
        numbers[to + i] = feature(rules, state, player, int(numbers[at + i]))


@verb(hot=True, optional=True)
def copy_state(rules, state, pool, slot):
    """Put a copy into pool[slot]; a game may leave out what its position does not use."""
    copy_whole(pool, slot, state)


@verb(hot=True, optional=True)
def pending(rules, state, player):
    """Whether a choice of the player has yet to take effect: a covered pick, a card that asks for more decisions."""
    return False


@verb(hot=True, optional=True)
def stop_draws(rules, state):
    """From now on chance draws nothing. A game that cannot do without draws on."""


@verb(hot=True, optional=True)
def has_chance(rules, state):
    """Whether chance can still change how the game goes on."""
    return True


@verb(hot=True, optional=True)
def skip(rules, state, viewer):
    """Leave out all turns until it is the viewer's, or the game over: how a search ignores opponents. False: cannot."""
    return False


@verb(optional=True)
def similarity(rules, state, wanted, action):
    """How near an action comes to a wanted one. A game that does not say: as near as their numbers are."""
    return -float(abs(wanted - action))


@verb(optional=True)
def parts(rules, state, player, out):
    """Fill `out` with the parts of a player's points. A game whose points have none leaves it alone."""


@verb(optional=True)
def progress(rules, state):
    """How far the game has come, from 0 to 1; the middle, of a game that does not say."""
    return 0.5


@verb(optional=True)
def standing(rules, state, player):
    """What players lead by while the game goes on."""
    return points(rules, state, player)


@verb(optional=True)
def tally(rules, state, action, counts):
    """Count what an action does with which piece; NONE: the game is over. A game that does not say counts nothing."""


@jit
def determinize(rules, state, viewer, pool, slot, rng, draws):
    """A state to think on, in pool[slot]: what `viewer` cannot see is dealt anew, and so is all chance to come.

    The only way an agent gets one. With `draws` false nothing is drawn, in a game that can do without.
    """
    copy_state(rules, state, pool, slot)
    copy = pool[slot]
    redeal(rules, copy, viewer, rng)
    copy.chance[0] = draw(rng)
    if not draws:
        stop_draws(rules, copy)
    return copy
