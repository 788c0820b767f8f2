"""Section 4.6: the network of deck vectors, trained as the source trained it and by Adam, against the noise of targets.

`python -m studies.reproductions.fenner.network` writes the networks that ship, engine/dominion/decks*.json.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.chance import below
from engine.dominion.state import DENSITIES
from engine.jit import jit
from engine.network import Network, write_network
from studies.learn.dataset import Dataset, split
from studies.learn.train import judge, rounded, to_network, train
from studies.reproductions.fenner.decks import MOST, MOST_TURNS, Decks, sample_decks
from studies.reproductions.measurement import Measured, Measurement, Order
from studies.reproductions.rows import Row, Z
from studies.spec.study import GamePart, SourcePart, TrainingPart

LEARNT, HELD_OUT = 40_000, 4_000  # decks
EFFECTS = 24
RATE, MOMENTUM = 0.5, 0.1
PASSES, BOUND = 100, 3.0  # at most; standard deviations of the validation error beyond which training stops
LOW, HIGH = 0.05, 0.95  # where the range of a target is mapped to
SHIPPED = {"decks": ("both", DENSITIES), "decks-24": ("base", EFFECTS)}
HERE = Path(__file__).parents[3] / "engine" / "dominion"


def adam(effects: int) -> TrainingPart:
    """Our training, with a hidden layer as wide as the input."""
    share = HELD_OUT / (LEARNT + HELD_OUT)
    return TrainingPart(hidden=[effects + 3], activation="sigmoid", held_out=share, batch=64, l2=0.0, epochs=150)


class Layers(NamedTuple):
    """Weights, how far they were moved last, and room for one deck. Last rows belong to biases, whose input is -1."""

    first: np.ndarray
    last: np.ndarray
    moved_first: np.ndarray
    moved_last: np.ndarray
    given: np.ndarray
    hidden: np.ndarray
    deltas: np.ndarray


@jit
def backpropagate(features: Any, targets: Any, layers: Layers, order: Any, rate: float, momentum: float) -> None:
    """One pass over the decks, one step for each."""
    first, last, moved_first, moved_last, given, hidden, deltas = layers
    n, width, outputs = features.shape[1], first.shape[1], last.shape[1]
    for row in order:
        for i in range(n):
            given[i] = features[row, i]
        given[n] = hidden[width] = -1.0
        for j in range(width):
            total = 0.0
            for i in range(n + 1):
                total += given[i] * first[i, j]
            hidden[j] = 1.0 / (1.0 + np.exp(-total))
        for k in range(outputs):
            total = 0.0
            for j in range(width + 1):
                total += hidden[j] * last[j, k]
            found = 1.0 / (1.0 + np.exp(-total))
            deltas[k] = (targets[row, k] - found) * found * (1.0 - found)
        for j in range(width):
            back = 0.0
            for k in range(outputs):
                back += deltas[k] * last[j, k]
            back *= hidden[j] * (1.0 - hidden[j])
            for i in range(n + 1):
                moved_first[i, j] = rate * back * given[i] + momentum * moved_first[i, j]
                first[i, j] += moved_first[i, j]
        for j in range(width + 1):
            for k in range(outputs):
                moved_last[j, k] = rate * deltas[k] * hidden[j] + momentum * moved_last[j, k]
                last[j, k] += moved_last[j, k]


@jit
def shuffle(order: Any, rng: Any) -> None:
    """Put the rows into a random order."""
    for i in range(len(order) - 1, 0, -1):
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]


def as_in_the_source(dataset: Dataset, seed: int) -> tuple[Network, int]:
    """A network of sigmoid units by plain backpropagation with momentum, and the passes that it took."""
    learning, held = split(dataset, HELD_OUT / (LEARNT + HELD_OUT), seed)
    scales = np.array([*[1.0] * (len(dataset.names) - 3), 6.0, float(MOST), MOST_TURNS + 10.0])  # ruling 9
    low, span = learning.targets.min(axis=0), np.ptp(learning.targets, axis=0)
    sides = [(part.features / scales, LOW + (HIGH - LOW) * (part.targets - low) / span) for part in (learning, held)]
    n, width, outputs = len(dataset.names), len(dataset.names), len(dataset.outputs)
    random = np.random.default_rng(seed)
    first, last = random.uniform(-0.5, 0.5, (n + 1, width)), random.uniform(-0.5, 0.5, (width + 1, outputs))
    layers = Layers(
        first, last, np.zeros_like(first), np.zeros_like(last), np.zeros(n + 1), np.zeros(width + 1), np.zeros(outputs)
    )
    order, rng = np.arange(len(learning)), np.array([seed], np.uint64)
    errors: list[float] = []
    while len(errors) < PASSES:
        shuffle(order, rng)
        backpropagate(*sides[0], layers, order, RATE, MOMENTUM)
        errors.append(root_mean_square(*sides[1], first, last))
        if len(errors) > 2 and errors[-1] > np.mean(errors) + BOUND * np.std(errors):
            break
    weights = [(first[:-1], -first[-1]), (last[:-1], -last[-1])]
    output_scale = span / (HIGH - LOW)
    network = to_network(
        dataset.names, (np.zeros(n), scales), weights, "sigmoid", dataset.outputs,
        (rounded(low - LOW * output_scale, 6), rounded(output_scale, 6)), "decks, by backpropagation", last="sigmoid",
    )  # fmt: skip
    return network, len(errors)


def root_mean_square(features: np.ndarray, targets: np.ndarray, first: np.ndarray, last: np.ndarray) -> float:
    """The error over all outputs, in their common scale."""
    hidden = 1 / (1 + np.exp(-(features @ first[:-1] - first[-1])))
    found = 1 / (1 + np.exp(-(hidden @ last[:-1] - last[-1])))
    return float(np.sqrt(np.mean((found - targets) ** 2)))


def deck_network(kingdom: str, effects: int, seed: int, scale: float = 1.0) -> Network:
    """A network of deck vectors by Adam, from as many decks as in the source times the scale."""
    dataset = sample_decks(round((LEARNT + HELD_OUT) * scale), kingdom, effects, seed).dataset
    about = f"{effects} effects, random decks of {kingdom}; by studies/reproductions/fenner/network.py"
    return train(dataset, adam(effects), seed, about)[0]


def measure(order: Order) -> Measured:
    """Train on random decks both ways, and judge on others."""
    decks = order.games(LEARNT + HELD_OUT)
    dataset, fixed = (sample_decks(decks, "base", EFFECTS, order.seed, piles).dataset for piles in (False, True))
    fresh, others = (
        sample_decks(order.games(HELD_OUT), "base", EFFECTS, order.seed + 1, piles) for piles in (False, True)
    )
    plain, passes = as_in_the_source(dataset, order.seed)
    (ours, _), (theirs, _) = (train(learnt, adam(EFFECTS), order.seed) for learnt in (dataset, fixed))
    rows = [
        *error_rows("backpropagation", plain, fresh),
        *error_rows("Adam", ours, fresh),
        *error_rows("Adam, judged by decks from fixed piles", ours, others),
        *error_rows("Adam, learnt from and judged by such decks", theirs, others),
    ]
    note = (
        f"{decks:,} decks of each kind, {passes} passes of backpropagation. The noise of a target is the standard "
        "error of the mean that it is: no network could be nearer to it on average. Fixed piles are as large as the "
        "source says however many of their cards have been drawn (Copper 60, Silver 40, Gold 30); ours empty as in a "
        "game."
    )
    return Measured(rows, 2 * decks, note=note)


def error_rows(name: str, network: Network, fresh: Decks) -> list[Row]:
    """A network's error for each target: as it is, against the target's noise, and against a constant's."""
    noise, n = np.sqrt(fresh.variances.mean(axis=0)), len(fresh.dataset)
    rows = []
    for fit, floor in zip(judge(network, fresh.dataset), noise, strict=True):
        units = {"error": 1.0, "times the noise": floor, "times a constant's error": fit.constant}
        for figure, unit in units.items():
            value, half = fit.error / unit, Z * fit.error / unit / (2 * n) ** 0.5
            rows.append(Row(f"{fit.output} by {name}", figure, value, value - half, value + half, n, False))
    return rows


MEASUREMENT = Measurement(
    "fenner",
    "network",
    GamePart(name="dominion", preset="thesis"),
    SourcePart(
        place="sections 4.5 and 4.6",
        question="How well does a network of 27-27-4 learn what random decks earn, are worth and can become? "
        "(The source gives no errors.)",
        show=["error", "times the noise", "times a constant's error"],
        means="Whether piles empty or not makes no difference: on decks from fixed piles, a network that learnt from "
        "ours is as good as one that learnt from such.",
    ),
    measure,
)

if __name__ == "__main__":
    for file, (kingdom, effects) in SHIPPED.items():
        write_network(deck_network(kingdom, effects, seed=1), HERE / f"{file}.json")
