"""How functions of the program that Numba compiled are called again: from the files that the user names."""

from __future__ import annotations

from ...calling.recipes import Recipe
from ...calling.wanted import Wanted
from .programs import place


def recipe(wanted: Wanted) -> Recipe:
    """Return how the function is called. Raises CannotReplayError if no file that the user named defines it."""
    return Recipe(wanted, place(wanted.name, wanted.programs)[1])
