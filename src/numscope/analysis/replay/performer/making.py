"""Which kind of recipe an operation has: NumPy's, or PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .recipes import Recipe, Slot


def recipe_for(name: str, slots: tuple[Slot, ...], change: Callable[[Any], Any] | None = None) -> Recipe:
    """How `name` is called with operands like `slots`. Raises CannotReplayError if it can't be called."""
    if name.startswith("aten::"):
        from .torch_operators import TorchRecipe

        return TorchRecipe(name, slots, change)
    return Recipe(name, slots, change)
