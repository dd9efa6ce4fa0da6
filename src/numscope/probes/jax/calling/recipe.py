"""Calls of JAX's functions and of arrays' methods made again: what was a JAX array is one again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...calling.memory import Arena
from ...calling.refusal import CannotReplayError
from ...calling.spelled import SpelledRecipe
from ...calling.wanted import Slot, Wanted

ARRAY, METHODS = "jax.Array", "jax.Array."


class JaxRecipe(SpelledRecipe):
    """Calls a function with the arrays that it was given as JAX's, and gives its results as NumPy's."""

    def __init__(self, wanted: Wanted) -> None:
        self._of_jax = frozenset(index for index, slot in enumerate(wanted.slots) if slot.type == ARRAY)
        super().__init__(replace(wanted, slots=tuple(_as_numpy(slot) for slot in wanted.slots)))
        import jax

        self._jax = jax
        if any(
            (wanted.slots[index].description or "")[-2:] in ("f8", "i8", "u8", "16") for index in self._of_jax
        ):
            jax.config.update("jax_enable_x64", True)
        if wanted.name.startswith(METHODS):
            method = wanted.name[len(METHODS) :]
            self.function = lambda array, *others, **named: getattr(array, method)(*others, **named)

    def objects(self, addresses: list[Any], values: list[Any], arena: Arena) -> dict[int | None, Any]:
        """The Python object of every operand that goes in."""
        objects = super().objects(addresses, values, arena)
        for index in self._of_jax & objects.keys():
            given = objects[index]
            # A copy: the arena's memory is used again.
            objects[index] = self._jax.numpy.array(given, copy=True)
            if objects[index].dtype != given.dtype:
                raise CannotReplayError(f"JAX makes {objects[index].dtype} of its {given.dtype}")
        return objects

    def parts(self, result: Any) -> list[Any]:
        """The results as NumPy's arrays; Python's numbers and lists as they are."""
        return [None if part is None else self._numbers(part) for part in super().parts(result)]

    def _numbers(self, part: Any) -> Any:
        if not hasattr(part, "dtype"):
            return part
        is_key = not isinstance(part.dtype, np.dtype)
        return np.asarray(self._jax.random.key_data(part) if is_key else part)


def _as_numpy(slot: Slot) -> Slot:
    return replace(slot, type=None) if slot.type == ARRAY else slot
