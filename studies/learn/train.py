"""Training by scikit-learn: features and targets brought to one size, Adam on squared errors, stopped in time.

Positions of one deal are on one side of the split. After every pass over the training side both losses are noted; the
network is that of the pass with the least loss on the other side.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from engine.errors import InputError
from engine.expression import net
from engine.network import Input, Layer, Network, Output
from engine.value import evaluate
from studies.learn.dataset import Dataset, split
from studies.spec.study import TrainingPart

if TYPE_CHECKING:
    from sklearn.neural_network import MLPRegressor

ACTIVATIONS = {"linear": "identity", "sigmoid": "logistic", "tanh": "tanh", "relu": "relu"}  # ours -> scikit-learn's
DIGITS = 8  # of a weight: more than training knows, and files of half the size


class Epoch(NamedTuple):
    """Mean squared errors after a pass; 1 is what the mean of the training side would get there."""

    loss: float
    held_out: float


class Fit(NamedTuple):
    """How well a network predicts a target: root mean squared errors."""

    output: str
    error: float
    constant: float  # of the best constant


def train(
    dataset: Dataset,
    training: TrainingPart,
    seed: int = 0,
    about: str = "",
    on_epoch: Callable[[Epoch], None] = lambda epoch: None,
) -> tuple[Network, list[Epoch]]:
    """The network, and the losses of all passes. The same seed on the same machine gives the same network."""
    learning, held = split(dataset, training.held_out, seed)
    useful = [i for i, name in enumerate(dataset.names) if np.ptp(learning.features[:, i]) > 0]
    if not useful:
        raise InputError("learning: all positions look the same")
    inputs = scaling(learning.features[:, useful])
    outputs = scaling(learning.targets)
    sides = [(scaled(part.features[:, useful], inputs), scaled(part.targets, outputs)) for part in (learning, held)]
    with threadpool_limits(1):  # sums over several threads are rounded in another order
        weights, history = descend(sides, training, seed, on_epoch)
    names = [dataset.names[i] for i in useful]
    return to_network(names, inputs, weights, training.activation, dataset.outputs, outputs, about), history


def scaling(columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean and spread of each column, in few digits; spread is 1 where there is none."""
    spread = columns.std(axis=0, dtype=np.float64)
    return rounded(columns.mean(axis=0, dtype=np.float64), 4), rounded(np.where(spread > 1e-9, spread, 1.0), 4)


def scaled(columns: np.ndarray, by: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Columns brought to one size."""
    return ((columns - by[0]) / by[1]).astype(np.float32)


Weights = list[tuple[np.ndarray, np.ndarray]]  # of each layer, and its biases


def descend(
    sides: Sequence[tuple[np.ndarray, np.ndarray]],
    training: TrainingPart,
    seed: int,
    on_epoch: Callable[[Epoch], None],
) -> tuple[Weights, list[Epoch]]:
    """Weights of the best pass, and the losses of all."""
    from sklearn.neural_network import MLPRegressor  # only those who train wait for it to load

    (features, targets), (held_features, held_targets) = sides
    model = MLPRegressor(
        hidden_layer_sizes=training.hidden,
        activation=ACTIVATIONS[training.activation],
        alpha=training.l2,
        batch_size=min(training.batch, len(features)),
        learning_rate_init=training.learning_rate,
        random_state=np.random.RandomState(seed % 2**32),  # its state goes on: a number would shuffle alike every time
    )
    history: list[Epoch] = []
    best: Weights = []
    for _ in range(training.epochs):
        model.partial_fit(features, targets if targets.shape[1] > 1 else targets[:, 0])
        history.append(Epoch(loss(model, features, targets), loss(model, held_features, held_targets)))
        on_epoch(history[-1])
        lowest = min(range(len(history)), key=lambda i: history[i].held_out)
        if lowest == len(history) - 1:
            best = [(w.copy(), b.copy()) for w, b in zip(model.coefs_, model.intercepts_, strict=True)]
        elif len(history) - 1 - lowest >= training.patience:
            break
    return best, history


def loss(model: "MLPRegressor", features: np.ndarray, targets: np.ndarray) -> float:
    """Mean squared error."""
    return float(np.mean((model.predict(features).reshape(targets.shape) - targets) ** 2, dtype=np.float64))


def to_network(
    names: Sequence[str],
    inputs: tuple[np.ndarray, np.ndarray],
    weights: Weights,
    activation: str,
    targets: Sequence[str],
    outputs: tuple[np.ndarray, np.ndarray],
    about: str,
    last: str = "linear",
) -> Network:
    """The trained network as agents use it; `last` is the activation of the outputs."""
    layers = []
    for i, (rows, biases) in enumerate(weights):
        layers.append(
            Layer(
                activation=activation if i < len(weights) - 1 else last,  # type: ignore[arg-type]
                biases=tuple(rounded(biases, DIGITS).tolist()),
                weights=tuple(map(tuple, rounded(rows, DIGITS).tolist())),
            )
        )
    return Network(
        about=about,
        inputs=tuple(Input(feature=n, offset=o, scale=s) for n, o, s in zip(names, *lists(inputs), strict=True)),
        layers=tuple(layers),
        outputs=tuple(Output(name=n, offset=o, scale=s) for n, o, s in zip(targets, *lists(outputs), strict=True)),
    )


def lists(columns: tuple[np.ndarray, np.ndarray]) -> tuple[list[float], list[float]]:
    """Weights as plain numbers."""
    return columns[0].tolist(), columns[1].tolist()


def rounded(numbers: np.ndarray, digits: int) -> np.ndarray:
    """Numbers with so many significant digits."""
    return np.vectorize(lambda number: float(f"{number:.{digits}g}"), otypes=[np.float64])(numbers)


def judge(network: Network, dataset: Dataset) -> list[Fit]:
    """How well the network, run as agents run it, predicts each target, beside the best constant there."""
    fits = []
    for name, target in zip(dataset.outputs, dataset.targets.T, strict=True):
        predicted = evaluate(net("judged", network, name), dataset.names, dataset.features)
        fits.append(Fit(name, float(np.sqrt(np.mean((predicted - target) ** 2))), float(np.std(target))))
    return fits
