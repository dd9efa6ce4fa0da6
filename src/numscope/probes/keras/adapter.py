"""Everything private of Keras that the probe touches.

| part | 3.0 to 3.15 | without it |
|---|---|---|
| `Variable._value`, the backend's tensor | yes | a variable has no elements |
| `Layer._trainable_variables`, `._non_trainable_variables` | yes | a layer shows no parameters |
| `Layer._layers`, the layers inside | yes | a model shows its own parameters only |
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

OLDEST = "3.0"
TRIED = ("3.15",)


def backend() -> str:
    """Return the name of the backend that the imported Keras computes with."""
    return str(sys.modules["keras"].config.backend())


def computes_at_once() -> bool:
    """Return whether the backend computes each layer as it is called, and makes no graph of a step first."""
    return backend() == "torch"


def tensor_of(variable: Any) -> Any:
    """Return the backend's tensor that holds a variable's elements; None: it has none now.

    Not `value`, which may be another tensor while a function is traced, and may compute.
    """
    return getattr(variable, "_value", None)


def own_variables(layer: Any) -> Iterator[Any]:
    """Yield the variables of a layer itself, without those of the layers inside."""
    held = vars(layer)
    yield from held.get("_trainable_variables") or ()
    yield from held.get("_non_trainable_variables") or ()


def inner_layers(layer: Any) -> Iterator[Any]:
    """Yield the layers that a layer or a model holds."""
    yield from vars(layer).get("_layers") or ()


def missing(keras: ModuleType) -> list[str]:
    """Return the private parts that are not where they are expected."""
    layer = keras.layers.Dense(1)
    layer.build((1, 2))
    model = keras.Sequential([layer])
    looked_for = {
        "Variable._value": tensor_of(layer.kernel) is not None,
        "Layer._trainable_variables": len(list(own_variables(layer))) == 2,
        "Layer._layers": layer in list(inner_layers(model)),
    }
    return [name for name, is_there in looked_for.items() if not is_there]
