"""How NumPy's operations are called again: its functions, and methods of generators in a recorded state."""

from __future__ import annotations

from typing import Any

from ...calling import generators
from ...calling.recipes import Recipe
from ...calling.wanted import Wanted
from .names import generator_method, resolve

# These change an array itself, and not its elements: it could not be used again.
_CHANGE_THE_ARRAY = (".setflags", ".resize", ".shape", ".strides", ".dtype", ".flags", ".__set__")


class NumpyRecipe(Recipe):
    """Calls an operation of NumPy's."""

    def __init__(self, wanted: Wanted) -> None:
        name = wanted.name
        self._of_generator = generator_method(name) is not None
        self.own_memory = name.endswith(".resize")
        self.plain = (
            name.startswith("numpy.") and not self._of_generator and not name.endswith(_CHANGE_THE_ARRAY)
        )
        super().__init__(wanted, resolve(name))

    def _is_argument(self, index: int) -> bool:
        """Return whether the operand is an argument by itself: no array inside a list, no generator's state."""
        slot = self.slots[index]
        if self._of_generator and slot.position == 0 and slot.kind == "object":
            return False
        return super()._is_argument(index)

    def arguments(
        self, objects: dict[int | None, Any], values: list[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return the positional and the keyword arguments; a method's first is its generator."""
        positional, named = super().arguments(objects, values)
        return ([self._generator(values), *positional] if self._of_generator else positional), named

    def _generator(self, values: list[Any]) -> Any:
        state = values[self._state] if self._state is not None else None
        key = values[self._key] if self._key is not None else None
        return generators.revive(self.name, state, key)
