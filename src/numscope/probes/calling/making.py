"""Makes the recipe for what is to be called again, by a function that its probe names."""

from __future__ import annotations

import importlib
from typing import Any

from .recipes import Recipe
from .refusal import CannotReplayError
from .wanted import Wanted

# The package is called otherwise where a worker has imported it from numscope's folder.
_PACKAGE = __name__.partition(".")[0]


def recipe_for(wanted: Wanted) -> Recipe:
    """Return how it is called. Raises CannotReplayError if it can't be."""
    if "refusal" in wanted.spelling:
        raise CannotReplayError(wanted.spelling["refusal"])
    recipe: Recipe = load(wanted.spelling["recipe"])(wanted)
    return recipe


def load(target: str) -> Any:
    """Return what a probe names as "module:name"; the name comes from a probe and never out of a trace."""
    module, _, name = target.partition(":")
    first, _, rest = module.partition(".")
    return getattr(importlib.import_module(f"{_PACKAGE}.{rest}" if first == "numscope" else module), name)
