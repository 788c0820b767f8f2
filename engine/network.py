"""Small feed-forward networks over a game's features: plain data, read from JSON files that say what they are.

{
  "inputs": [{"feature": "points", "offset": 6.1, "scale": 4.3}, {"feature": "lead"}],
  "layers": [
    {"activation": "sigmoid", "biases": [0.1, -0.2, 0.3], "weights": [[1, 2, 3], [4, 5, 6]]},
    {"activation": "linear", "biases": [0], "weights": [[1], [2], [3]]}
  ],
  "outputs": [{"name": "share", "offset": 0.5, "scale": 0.5}]
}

An input is (feature - offset) / scale; `weights[i][j]` leads from input i of a layer to its unit j; an output is
offset + scale * unit. Offset is 0 and scale 1 where they are not said.
"""

import itertools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.errors import InputError, hint, shown
from engine.reading import read_bytes

LARGEST = 1e9  # of any number of a network: products of all layers stay finite
MAX_LAYERS = 16
ACTIVATIONS = ("linear", "sigmoid", "tanh", "relu")

Number = Annotated[float, Field(ge=-LARGEST, le=LARGEST, allow_inf_nan=False)]
Name = Annotated[str, Field(min_length=1)]


class Part(BaseModel):
    """What all parts share: unknown keys are errors, and nothing is converted or changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Input(Part):
    """A feature, and how it is brought to the size of one."""

    feature: Name
    offset: Number = 0.0
    scale: Number = 1.0


class Layer(Part):
    """Units that see all of the layer before."""

    activation: Literal["linear", "sigmoid", "tanh", "relu"]
    biases: Annotated[tuple[Number, ...], Field(min_length=1)]
    weights: tuple[tuple[Number, ...], ...]  # input x unit


class Output(Part):
    """What a unit of the last layer means, and how it is brought back to its own size."""

    name: Name
    offset: Number = 0.0
    scale: Number = 1.0


class Network(Part):
    """A feed-forward network. Its shapes fit, whichever way it was made."""

    about: str = ""  # where it comes from, for people
    inputs: Annotated[tuple[Input, ...], Field(min_length=1)]
    layers: Annotated[tuple[Layer, ...], Field(min_length=1, max_length=MAX_LAYERS)]
    outputs: Annotated[tuple[Output, ...], Field(min_length=1)]

    def __hash__(self) -> int:
        """By a part of it that is quick to read: players, and with them their networks, are keys of tables."""
        return hash((self.features, self.layers[0].biases))

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the features that it reads, in its own order."""
        return tuple(part.feature for part in self.inputs)

    @property
    def shape(self) -> tuple[int, ...]:
        """The widths of input and layers: (27, 27, 4)."""
        return len(self.inputs), *(len(layer.biases) for layer in self.layers)

    @property
    def n_weights(self) -> int:
        """The number of weights and biases."""
        return sum((before + 1) * width for before, width in zip(self.shape, self.shape[1:], strict=False))

    def weights(self, prefix: str) -> dict[str, float]:
        """All weights by name: prefix, layer, then where from (a number, or `bias`) and which unit they lead to."""
        return {
            f"{prefix}.{i}.{source}.{unit}": weight
            for i, layer in enumerate(self.layers)
            for source, row in (("bias", layer.biases), *enumerate(layer.weights))
            for unit, weight in enumerate(row)
        }

    def with_weights(self, prefix: str, values: Mapping[str, float]) -> "Network":
        """The network with new values of some of its weights, by the same names."""
        left = iter({**self.weights(prefix), **values}.values())
        rows = [
            [tuple(itertools.islice(left, len(layer.biases))) for _ in range(1 + len(layer.weights))]
            for layer in self.layers
        ]
        layers = [
            Layer(activation=layer.activation, biases=first, weights=tuple(others))
            for layer, (first, *others) in zip(self.layers, rows, strict=True)
        ]
        return Network(about=self.about, inputs=self.inputs, layers=tuple(layers), outputs=self.outputs)

    def output_index(self, name: str | None) -> int:
        """The place of an output; a single one need not be named."""
        names = [part.name for part in self.outputs]
        if name is None and len(names) == 1:
            return 0
        if name not in names:
            found = "no output is named" if name is None else f"unknown output {name!r}"
            raise InputError(f"{found}; " + (hint(name, names) if name else f"it has {', '.join(names)}"))
        return names.index(name)

    @model_validator(mode="after")
    def _fits(self) -> "Network":
        check_names("inputs", "feature", self.features)
        check_names("outputs", "name", [part.name for part in self.outputs])
        for i, part in enumerate(self.inputs):
            if abs(part.scale) < 1 / LARGEST:
                raise ValueError(f"inputs.{i}.scale: {part.scale:g} is not accepted; it takes a number other than 0")
        check_shapes(self.layers, len(self.inputs), len(self.outputs))
        return self


def check_names(key: str, field: str, names: Iterable[str]) -> None:
    """Refuse what is named twice."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            raise ValueError(f"{key}.{i}.{field}: {name!r} is there twice; it takes each once")
        seen.add(name)


def check_shapes(layers: Iterable[Layer], inputs: int, outputs: int) -> None:
    """Refuse layers that do not fit each other."""
    before, width = inputs, 0
    for i, layer in enumerate(layers):
        width = len(layer.biases)
        if len(layer.weights) != before:
            raise ValueError(f"layers.{i}.weights: found {len(layer.weights)} rows; it takes {before}, one an input")
        for j, row in enumerate(layer.weights):
            if len(row) != width:
                raise ValueError(f"layers.{i}.weights.{j}: found {len(row)} weights; it takes {width}, one a bias")
        before = width
    if width != outputs:
        raise ValueError(f"outputs: found {outputs}; it takes {width}, one a unit of the last layer")


def read_network(source: str) -> Network:
    """The network in a file."""
    try:
        return Network.model_validate_json(read_bytes(source, "JSON files"))
    except ValidationError as error:
        raise InputError(f"{source}: {first_problem(error)}") from None


def first_problem(error: ValidationError) -> str:
    """Key, found and accepted of the first thing that is wrong."""
    problem = error.errors()[0]
    key = ".".join(map(str, problem["loc"]))
    match problem["type"]:
        case "value_error":  # ours, with its key
            return problem["msg"].removeprefix("Value error, ")
        case "json_invalid":
            return f"not a JSON file: {problem['ctx']['error']}"
        case "missing":
            return f"{key} is missing"
        case "extra_forbidden":
            return f"{key} is not a key there; a network has inputs, layers, outputs and about"
        case "too_short" | "too_long":
            limits = problem["ctx"].get("min_length"), problem["ctx"].get("max_length")
            wanted = f"at least {limits[0]}" if limits[0] else f"at most {limits[1]}"
            return f"{key}: found {problem['ctx']['actual_length']} entries; it takes {wanted}"
    found = problem["input"]
    quoted = type(found).__name__ if isinstance(found, list | dict) else shown(found)
    where = f"{key} = " if key else "found "
    return f"{where}{quoted} is not accepted; it takes {problem['msg'].rpartition('should be ')[2]}"


def to_json(network: Network) -> str:
    """The text of a network's file: one input, row of weights or output a line."""
    return in_lines(network.model_dump(exclude_defaults=True), "") + "\n"


def in_lines(data: Any, margin: str) -> str:
    """JSON in which lists of numbers, and tables of words and numbers, take one line."""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    if not any(isinstance(value, dict | list | tuple) for value in inner):
        return json.dumps(data)
    deeper = margin + "  "
    if isinstance(data, dict):
        parts = [f"{json.dumps(key)}: {in_lines(value, deeper)}" for key, value in data.items()]
    else:
        parts = [in_lines(value, deeper) for value in data]
    first, last = "{}" if isinstance(data, dict) else "[]"
    return first + ",".join(f"\n{deeper}{part}" for part in parts) + f"\n{margin}{last}"


def write_network(network: Network, path: Path) -> None:
    """Write a network's file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_json(network), encoding="utf-8")
