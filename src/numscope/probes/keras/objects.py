"""What Keras' objects hold: parameters of layers and optimisers, elements of variables, the course of a fit.

Called for each operand of each recorded call: nothing is computed by the backend, and nothing is copied but numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from numscope.probes.keras.adapter import inner_layers, own_variables, tensor_of

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
_MOST_PARTS = 24
_MOST_LAYERS = 8
_PLAIN = (str, int, float, bool)
# What a layer was made with, where it says so; a name of a function stands for the function.
_SETTINGS = (
    *("units", "filters", "kernel_size", "strides", "padding", "rate", "axis", "momentum", "epsilon"),
    *("num_heads", "key_dim", "input_dim", "output_dim", "activation", "reduction", "from_logits"),
)


def layer(value: Any) -> Described:
    """Describe a layer: its name and settings, and its parameters by their names."""
    parts = tuple(chain.from_iterable(_named(value)))
    return (*_named_facts(value), *_settings(value)), parts[: 2 * _MOST_PARTS], ()


def model(value: Any) -> Described:
    """Describe a model: the layers it consists of, and their parameters as `LAYER.PARAMETER`."""
    layers = [one for one in inner_layers(value) if type(one).__name__ != "InputLayer"]
    names = ", ".join(type(one).__name__ for one in layers[:_MOST_LAYERS])
    more = len(layers) - _MOST_LAYERS
    facts = ("layers", f"{names} and {more} more" if more > 0 else names)
    parts = tuple(chain.from_iterable(_named(value, _MOST_PARTS)))
    return (*_named_facts(value), *facts), parts[: 2 * _MOST_PARTS], ()


def variable(value: Any) -> Described:
    """Describe a variable: its path, and its elements."""
    tensor = tensor_of(value)
    path = ("variable", getattr(value, "path", None) or value.name)
    return path, () if tensor is None else ("value", tensor), ()


def optimizer(value: Any) -> Described:
    """Describe an optimiser: its settings, how many steps it has made, and its learning rate."""
    held = vars(value)
    facts = tuple(_numbers(held, ("beta_1", "beta_2", "rho", "momentum", "weight_decay", "clipnorm")))
    rate = held.get("_learning_rate")
    parts = (
        *_variable_part("iterations", held.get("_iterations")),
        *_variable_part("learning_rate", rate),
    )
    return facts, parts, ()


def metric(value: Any) -> Described:
    """Describe a metric: its name, and what it has counted."""
    counted = (vars(value).get("_variables") or ())[:_MOST_PARTS]
    parts = chain.from_iterable(_variable_part(one.name, one) for one in counted)
    return _named_facts(value), tuple(parts), ()


def loss(value: Any) -> Described:
    """Describe a loss: its name and settings."""
    return (*_named_facts(value), *_settings(value)), (), ()


def history(value: Any) -> Described:
    """Describe the course of a fit: losses and metrics, a number an epoch, and where they ended."""
    held = getattr(value, "history", None) or {}
    kept = {name: numbers for name, numbers in held.items() if _are_numbers(numbers) and numbers}
    courses = ((name, np.asarray(numbers)) for name, numbers in kept.items())
    ends = ((f"last {name}", float(numbers[-1])) for name, numbers in kept.items())
    parts = (*chain.from_iterable(courses), *chain.from_iterable(ends))
    return ("epochs", len(getattr(value, "epoch", ()))), parts, ()


def _named_facts(value: Any) -> tuple[Any, ...]:
    name = getattr(value, "name", None)
    facts = ("name", name) if isinstance(name, str) else ()
    kind = type(value)
    # Of a class of the program's own: it is called after the nearest public one.
    return facts if kind.__module__.startswith("keras.") else (*facts, "class", kind.__qualname__)


def _settings(value: Any) -> Iterator[Any]:
    held = vars(value)
    for name in _SETTINGS:
        setting = held.get(name)
        if isinstance(setting, tuple):
            setting = str(setting)
        elif callable(setting):
            setting = getattr(setting, "__name__", type(setting).__name__)
        if isinstance(setting, _PLAIN):
            yield name
            yield setting
    policy = getattr(held.get("_dtype_policy"), "name", "float32")
    if policy != "float32":
        yield "dtype policy"
        yield policy


def _named(
    value: Any, most: int = _MOST_PARTS, before: str = "", depth: int = 0
) -> Iterator[tuple[str, Any]]:
    """Yield (name, tensor) of a layer's parameters, and of those of the layers inside."""
    found = 0
    for one in own_variables(value):
        tensor = tensor_of(one)
        if tensor is not None and found < most:
            found += 1
            yield before + one.name, tensor
    if depth < _MOST_LAYERS:
        for inner in inner_layers(value):
            for name, tensor in _named(inner, most - found, f"{before}{inner.name}.", depth + 1):
                found += 1
                yield name, tensor
            if found >= most:
                return


def _variable_part(name: str, value: Any) -> tuple[Any, ...]:
    if isinstance(value, _PLAIN):
        return name, value
    tensor = tensor_of(value)
    return () if tensor is None else (name, tensor)


def _numbers(held: dict[str, Any], names: tuple[str, ...]) -> Iterator[Any]:
    for name in names:
        if isinstance(held.get(name), _PLAIN):
            yield name
            yield held[name]


def _are_numbers(numbers: Any) -> bool:
    return isinstance(numbers, list) and all(isinstance(one, (int, float, np.number)) for one in numbers)
