"""Which kind of recipe an operation has: NumPy's, PyTorch's, or as the probe of its library spells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .recipes import Recipe, Slot


def recipe_for(
    name: str,
    slots: tuple[Slot, ...],
    change: Callable[[Any], Any] | None = None,
    spelled: dict[str, Any] | None = None,
    traits: int = 0,
) -> Recipe:
    """How `name` is called with operands like `slots`. Raises CannotReplayError if it can't be called.

    spelled: how the probe of its library writes it, if that has a probe of its own.
    """
    if spelled is not None:
        from .spelled import SpelledRecipe

        return SpelledRecipe(name, slots, change, spelled)
    if name.startswith("aten::"):
        from .torch_operators import TorchRecipe

        return TorchRecipe(name, slots, change, traits)
    return Recipe(name, slots, change, traits=traits)
