"""How SciPy's sparse matrices are made again of their arrays, and its results looked into."""

from __future__ import annotations

import re
from typing import Any

from ...calling.made import Kept, Made, Objects, Part, Step
from ...calling.objects import ObjectRecipe
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted

_COMPRESSED = ("data", "indices", "indptr")
_COORDINATE = re.compile(r"coords\[(\d)\]")


class ScipyObjects(Objects):
    """Sparse matrices and arrays; of results of optimisers, solvers and tests the arrays and numbers."""

    module = "scipy"

    def made(self, kept: Kept) -> Made:
        """Return the call of a sparse class."""
        shape = re.findall(r"\d+", str(kept.facts.get("shape", "")))
        arrays = _arrays(kept)
        if arrays is None or not shape:
            raise CannotReplayError(f"a {kept.kind} of SciPy is not kept")
        return Made(f"sparse.{kept.kind}", (arrays,), {"shape": tuple(map(int, shape))})

    def require_whole(self, kept: Kept) -> None:
        """Raise CannotReplayError if nothing of a result was kept."""
        if not kept.parts:
            raise CannotReplayError(f"its result is a {kept.kind}, which is not kept")

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to the array or number of this name."""
        coordinate = _COORDINATE.fullmatch(part)
        if coordinate:
            return (Step(".", "coords"), Step("[]", int(coordinate[1])))
        return (Step(".", part),)


def _arrays(kept: Kept) -> tuple[Any, ...] | None:
    """Return what the constructor of its format takes; None: it is none of these."""
    if set(_COMPRESSED) <= set(kept.parts):
        return tuple(map(Part, _COMPRESSED))
    coordinates = tuple(Part(name) for name in kept.parts if _COORDINATE.fullmatch(name))
    if "data" in kept.parts and coordinates:
        return (Part("data"), coordinates)
    return (Part("data"), Part("offsets")) if {"data", "offsets"} <= set(kept.parts) else None


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return ScipyObjects()


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, ScipyObjects())
