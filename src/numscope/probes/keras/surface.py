"""Keras' public API: what has several public names is called by its own."""

from __future__ import annotations

import sys

from numscope.probes.layer.surface import Surface

# First those under whose names an operation is best known: `keras.ops.add` and not `keras.ops.numpy.add`.
_FIRST = ("keras", "keras.ops", "keras.layers", "keras.losses", "keras.metrics", "keras.optimizers")
_PRIVATE = ("keras.src", "keras._")


class KerasSurface(Surface):
    """Where Keras' public functions and classes are: `MaxPooling2D` is also called `MaxPool2D`."""

    def classes_found(self) -> dict[type, str]:
        """Return the public classes, each with the path that ends in the class's own name, if there is one."""
        found = super().classes_found()
        for path, value in self._values():
            if isinstance(value, type) and value in found and _is_own_name(path, value):
                found[value] = found[value] if _is_own_name(found[value], value) else path
        return found


def public_modules() -> tuple[str, ...]:
    """Return the modules of the imported Keras that are public; all are imported with it."""
    others = sorted(name for name in list(sys.modules) if name.startswith("keras."))
    return (*_FIRST, *(name for name in others if not name.startswith(_PRIVATE) and name not in _FIRST))


def _is_own_name(path: str, kind: type) -> bool:
    return path.rpartition(".")[2] == kind.__name__
