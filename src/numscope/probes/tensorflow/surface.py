"""TensorFlow's public API, without enumerations: these are compared everywhere, and touch no data."""

from __future__ import annotations

from enum import Enum

from numscope.probes.layer.entry import Entry
from numscope.probes.layer.surface import Surface


class TensorFlowSurface(Surface):
    """Where TensorFlow's public functions and classes are."""

    def classes_found(self) -> dict[type, str]:
        """Return the public classes that are no enumerations."""
        return {kind: path for kind, path in super().classes_found().items() if not issubclass(kind, Enum)}

    def _constructor(self, kind: type, path: str) -> Entry:
        if path == "Variable" and "__init__" in vars(kind):
            # Behind a metaclass that chooses the class of the variable.
            return Entry(self._name(path), vars(kind)["__init__"], "", True, True)
        return super()._constructor(kind, path)
