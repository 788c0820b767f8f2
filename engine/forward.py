"""The forward pass of a network, compiled once for networks of every shape.

A network is a section of a value's program (engine.interpreter), from which it takes its inputs and into whose table it
writes its outputs; the activations of its layers have room in the section, too, so that nothing is allocated.
"""

import math
from collections.abc import Mapping, Sequence

from engine.jit import jit, jit_inline
from engine.network import ACTIVATIONS, Network

# a section: where the next one begins, sizes, and where activations are kept; then inputs, layers, outputs
NEXT, INPUTS, LAYERS, OUTPUTS, SCRATCH, WIDEST = range(6)
SECTION_HEADER = 6
INPUT_SIZE = 3  # place in the table, offset, scale
OUTPUT_SIZE = 4  # unit, offset, scale, place in the table
LINEAR, SIGMOID, TANH, RELU = map(ACTIVATIONS.index, ("linear", "sigmoid", "tanh", "relu"))
STEEPEST = 700.0  # math.exp beyond it is an error in plain Python


def section(network: Network, start: int, inputs: Sequence[int], outputs: Mapping[int, int]) -> list[float]:
    """A network as numbers for `run_network`, from place `start` on.

    `inputs` are the places of its features in the table, `outputs` those of the outputs that are asked for.
    """
    body: list[float] = []
    for part, place in zip(network.inputs, inputs, strict=True):
        body += [place, part.offset, part.scale]
    for layer in network.layers:
        body += [len(layer.biases), ACTIVATIONS.index(layer.activation), *layer.biases]
        for row in layer.weights:
            body += row
    for unit, place in outputs.items():
        body += [unit, network.outputs[unit].offset, network.outputs[unit].scale, place]
    widest = max(network.shape)
    scratch = start + SECTION_HEADER + len(body)
    head = [scratch + 2 * widest, len(network.inputs), len(network.layers), len(outputs), scratch, widest]
    return [*head, *body, *[0.0] * (2 * widest)]


@jit_inline
def connect(program, at, before, n, after, width):
    """Biases and weights applied: n activations at `before` give `width` sums at `after`.

    Unit by unit each sum is added up in the order of the inputs, whichever number of units the machine does at once.
    """
    sums, biases = program[after : after + width], program[at : at + width]
    for j in range(width):
        sums[j] = biases[j]
    for i in range(n):
        at += width
        weights = program[at : at + width]
        activation = program[before + i]
        for j in range(width):
            sums[j] += activation * weights[j]


@jit_inline
def activate(units, activation):
    """An activation function, in place."""
    if activation == SIGMOID:
        for i in range(len(units)):
            units[i] = 1.0 / (1.0 + math.exp(min(-units[i], STEEPEST)))
    elif activation == TANH:
        for i in range(len(units)):
            units[i] = math.tanh(units[i])
    elif activation == RELU:
        for i in range(len(units)):
            units[i] = max(units[i], 0.0)


@jit
def run_network(program, start):
    """Fill in the outputs of the network at `start`, once the table holds the features; where the next one begins."""
    n, after = int(program[start + INPUTS]), int(program[start + SCRATCH])
    before = after + int(program[start + WIDEST])
    at = start + SECTION_HEADER
    for i in range(n):
        program[before + i] = (program[int(program[at])] - program[at + 1]) / program[at + 2]
        at += INPUT_SIZE
    for _ in range(int(program[start + LAYERS])):
        width, activation = int(program[at]), int(program[at + 1])
        connect(program, at + 2, before, n, after, width)
        activate(program[after : after + width], activation)
        at += 2 + (n + 1) * width
        before, after, n = after, before, width
    for _ in range(int(program[start + OUTPUTS])):
        unit = program[before + int(program[at])]
        program[int(program[at + 3])] = program[at + 1] + program[at + 2] * unit
        at += OUTPUT_SIZE
    return int(program[start + NEXT])
