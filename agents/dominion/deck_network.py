"""The network over deck vectors (Fenner 2014): what a deck earns in a hand, what it is worth, how fast it can change.

A deck vector is the densities of card effects in a deck, and three numbers of the game: players, own cards, own turns
to come. A network has one hidden layer and the outputs `coins`, `buys`, `points` and `mobility`; its file is like that
of any other network (engine.network), so that every agent can strive for one of them.
"""

import math

import numpy as np

from engine.dominion.features import DENSITY_NAMES
from engine.dominion.state import FIRST_DENSITY
from engine.errors import InputError
from engine.expression import nodes
from engine.forward import LINEAR, RELU, SIGMOID, STEEPEST, TANH
from engine.jit import jit, jit_inline
from engine.network import ACTIVATIONS, Network
from engine.value import Value

COINS, BUYS, POINTS, MOBILITY = range(4)
OUTPUT_NAMES = ("coins", "buys", "points", "mobility")
STATE_NAMES = ("players", "cards", "turns_to_go")  # the inputs that are no densities, as features of the game
PLAYERS, CARDS, TURNS = range(1000, 1003)  # their codes; a density's is its number

# a program: sizes and activations; then inputs, hidden layer, output layer, outputs, weights into each hidden unit
INPUTS, HIDDEN, FIRST_ACTIVATION, LAST_ACTIVATION, AT_HIDDEN, AT_OUTPUT, AT_SCALES, AT_INTO = range(8)
PROGRAM_HEADER = 8
CODE, OFFSET, SCALE = range(3)  # of an input
INPUT_SIZE = 3


def compile_network(value: Value) -> np.ndarray:
    """The program of the network in a value, or an error that says what is missing."""
    found = list(dict.fromkeys(node.network for node in nodes(value.expression) if node.network is not None))
    if len(found) != 1:
        raise InputError(f'planner: value = {value} is not accepted; it takes net("file", "points"), one deck network')
    return emit(found[0])


def emit(network: Network) -> np.ndarray:
    """A network of deck vectors as numbers for `forward`."""
    codes = {name: i for i, name in enumerate(DENSITY_NAMES)} | dict(
        zip(STATE_NAMES, (PLAYERS, CARDS, TURNS), strict=True)
    )
    names = [part.name for part in network.outputs]
    for name in network.features:
        if name not in codes:
            raise InputError(
                f"planner: the network looks at {name}; one of decks takes densities, {', '.join(STATE_NAMES)}"
            )
    if len(network.layers) != 2 or sorted(names) != sorted(OUTPUT_NAMES):
        takes = f"one hidden layer and the outputs {', '.join(OUTPUT_NAMES)}"
        raise InputError(
            f"planner: the network has {len(network.layers)} layers and gives {', '.join(names)}; it takes {takes}"
        )
    first, last = network.layers
    order = [names.index(name) for name in OUTPUT_NAMES]
    body = [number for part in network.inputs for number in (codes[part.feature], part.offset, part.scale)]
    hidden = [*first.biases, *(weight for row in first.weights for weight in row)]
    output = [*(last.biases[i] for i in order), *(row[i] for row in last.weights for i in order)]
    scales = [number for i in order for number in (network.outputs[i].offset, network.outputs[i].scale)]
    into = [weight for column in zip(*first.weights, strict=True) for weight in column]
    at_hidden = PROGRAM_HEADER + len(body)
    at_output = at_hidden + len(hidden)
    at_scales = at_output + len(output)
    kinds = (ACTIVATIONS.index(first.activation), ACTIVATIONS.index(last.activation))
    places = (at_hidden, at_output, at_scales, at_scales + len(scales))
    head = [len(network.inputs), len(first.biases), *kinds, *places]
    return np.array([*head, *body, *hidden, *output, *scales, *into], np.float64)


@jit_inline
def of_input(network, i, what):
    """Code, offset or scale of an input."""
    return network[PROGRAM_HEADER + INPUT_SIZE * i + what]


@jit_inline
def activated(x, kind):
    """An activation function."""
    if kind == SIGMOID:
        return 1.0 / (1.0 + math.exp(min(-x, STEEPEST)))
    if kind == TANH:
        return math.tanh(x)
    return max(x, 0.0) if kind == RELU else x


@jit_inline
def slope(y, kind):
    """The derivative of an activation function where it gives y."""
    if kind == LINEAR:
        return 1.0
    if kind == SIGMOID:
        return y * (1.0 - y)
    if kind == TANH:
        return 1.0 - y * y
    return 1.0 if y > 0.0 else 0.0


@jit
def activate_hidden(network, vector, hidden):
    """The hidden units for a deck vector, whose numbers stand in the order of the inputs."""
    n, width, kind = int(network[INPUTS]), int(network[HIDDEN]), int(network[FIRST_ACTIVATION])
    at = int(network[AT_HIDDEN])
    sums, biases = hidden[:width], network[at : at + width]
    for j in range(width):
        sums[j] = biases[j]
    for i in range(n):
        at += width
        weights = network[at : at + width]
        x = (vector[i] - of_input(network, i, OFFSET)) / of_input(network, i, SCALE)
        for j in range(width):
            sums[j] += x * weights[j]
    for j in range(width):
        sums[j] = activated(sums[j], kind)


@jit_inline
def unit_of(network, hidden, output):
    """An output unit, as its activation function gives it."""
    at, width = int(network[AT_OUTPUT]), int(network[HIDDEN])
    total = network[at + output]
    for j in range(width):
        total += hidden[j] * network[at + 4 * (j + 1) + output]
    return activated(total, int(network[LAST_ACTIVATION]))


@jit_inline
def in_its_size(network, unit, output):
    """An output as it is meant."""
    at = int(network[AT_SCALES]) + 2 * output
    return network[at] + network[at + 1] * unit


@jit
def predict(network, vector, hidden, output):
    """One output for a deck vector."""
    activate_hidden(network, vector, hidden)
    return in_its_size(network, unit_of(network, hidden, output), output)


@jit
def predict_again(network, hidden, output):
    """Another output for the vector that was looked at last."""
    return in_its_size(network, unit_of(network, hidden, output), output)


@jit
def slopes(network, vector, hidden, output, gradient):
    """An output, and how it changes with each number of the vector."""
    activate_hidden(network, vector, hidden)
    n, width, kind = int(network[INPUTS]), int(network[HIDDEN]), int(network[FIRST_ACTIVATION])
    unit = unit_of(network, hidden, output)
    at = int(network[AT_OUTPUT]) + output
    steep = network[int(network[AT_SCALES]) + 2 * output + 1] * slope(unit, int(network[LAST_ACTIVATION]))
    sums, start = gradient[:n], int(network[AT_INTO])
    for i in range(n):
        sums[i] = 0.0
    for j in range(width):
        back = steep * network[at + 4 * (j + 1)] * slope(hidden[j], kind)
        weights = network[start + n * j : start + n * (j + 1)]
        for i in range(n):
            sums[i] += back * weights[i]
    for i in range(n):
        sums[i] /= of_input(network, i, SCALE)
    return in_its_size(network, unit, output)


@jit
def fill_vector(network, rules, state, counts, turns, vector):
    """The deck vector of so many cards of each pile, with so many turns to come."""
    cards = 0
    for pile in range(len(counts)):
        cards += counts[pile]
    for i in range(int(network[INPUTS])):
        code = int(of_input(network, i, CODE))
        if code == PLAYERS:
            vector[i] = state.n_players
        elif code == CARDS:
            vector[i] = cards
        elif code == TURNS:
            vector[i] = turns
        else:
            total = 0
            for pile in range(len(counts)):
                total += counts[pile] * rules.adds[FIRST_DENSITY + code, state.cards[pile]]
            vector[i] = total / max(cards, 1)
