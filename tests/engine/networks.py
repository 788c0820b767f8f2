"""Networks for tests, and what they should give."""

import math

import numpy as np
from hypothesis import strategies as st

from engine.network import ACTIVATIONS, Input, Layer, Network, Output


def make_network(rng, features, widths, activations, size=1.0):
    """A network of random numbers."""

    def numbers(n):
        return tuple(rng.normal(0.0, size, n).tolist())

    layers, before = [], len(features)
    for width, activation in zip(widths, activations, strict=True):
        rows = tuple(numbers(width) for _ in range(before))
        layers.append(Layer(activation=activation, biases=numbers(width), weights=rows))
        before = width
    scales = [float(scale) for scale in rng.uniform(0.5, 3.0, len(features))]
    inputs = [Input(feature=f, offset=float(rng.normal()), scale=s) for f, s in zip(features, scales, strict=True)]
    outputs = [Output(name=f"out{i}", offset=float(rng.normal()), scale=1.0 + i) for i in range(before)]
    return Network(inputs=tuple(inputs), layers=tuple(layers), outputs=tuple(outputs))


def linear_network(weights, bias=0.0):
    """A weighted sum of features, as a network without hidden layer."""
    rows = tuple((float(weight),) for weight in weights.values())
    return Network(
        inputs=tuple(Input(feature=name) for name in weights),
        layers=(Layer(activation="linear", biases=(bias,), weights=rows),),
        outputs=(Output(name="sum"),),
    )


@st.composite
def networks(draw, features, size=1.0):
    """Any shape over some of the features."""
    used = draw(st.lists(st.sampled_from(features), min_size=1, unique=True))
    widths = draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    activations = [draw(st.sampled_from(ACTIVATIONS)) for _ in widths]
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return make_network(rng, used, widths, activations, size)


def numpy_forward(network, values):
    """All outputs, by matrices."""
    units = np.array([(values[part.feature] - part.offset) / part.scale for part in network.inputs])
    for layer in network.layers:
        units = units @ np.array(layer.weights) + np.array(layer.biases)
        with np.errstate(over="ignore"):
            units = {
                "linear": lambda x: x,
                "sigmoid": lambda x: 1.0 / (1.0 + np.exp(-x)),
                "tanh": np.tanh,
                "relu": lambda x: np.maximum(x, 0.0),
            }[layer.activation](units)
    return np.array([part.offset for part in network.outputs]) + units * [part.scale for part in network.outputs]


def plain_forward(network, values):
    """All outputs by plain Python, sums in the order of the inputs."""
    activate = {
        "linear": lambda x: x,
        "sigmoid": lambda x: 1.0 / (1.0 + math.exp(min(-x, 700.0))),
        "tanh": math.tanh,
        "relu": lambda x: max(x, 0.0),
    }
    units = [(values[part.feature] - part.offset) / part.scale for part in network.inputs]
    for layer in network.layers:
        sums = list(layer.biases)
        for unit, row in zip(units, layer.weights, strict=True):
            sums = [total + unit * weight for total, weight in zip(sums, row, strict=True)]
        units = [activate[layer.activation](total) for total in sums]
    return [part.offset + part.scale * unit for part, unit in zip(network.outputs, units, strict=True)]
