"""What a formula for floating-point operations is given: the shapes and arguments of one recorded operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Shapes:
    """One operation. inputs, outputs: shapes by position, of arrays in a list one after the other.

    arguments: by position or name, as text (`True`, `[1, 1]`, `2`).
    """

    inputs: Mapping[int, tuple[Shape, ...]]
    outputs: Mapping[int, tuple[Shape, ...]]
    arguments: Mapping[int | str, str]

    def input(self, position: int) -> Shape:
        """Return the shape of the input at `position`. Raises LookupError if it is no array."""
        return self.inputs[position][0]

    def output(self, position: int = 0) -> Shape:
        """Return the shape of the result at `position`. Raises LookupError if it is no array."""
        return self.outputs[position][0]

    def argument(self, position: int, name: str, default: str = "") -> str:
        """Return the argument given at `position` or as `name`."""
        return self.arguments.get(position, self.arguments.get(name, default))


# The number of floating-point operations; raises LookupError, ValueError or TypeError where the shapes don't say.
Formula = Callable[[Shapes], float]
