"""How polars' Series and tables are made again of the arrays that were recorded of them."""

from __future__ import annotations

from ...calling.made import Kept, Made, Objects, Part, Step
from ...calling.objects import ObjectRecipe
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted


class PolarsObjects(Objects):
    """Series and DataFrames of numbers, moments and durations without nulls."""

    module = "polars"

    def made(self, kept: Kept) -> Made:
        """Return the call of `Series` or `DataFrame`."""
        if kept.kind == "Series":
            dtype = str(kept.facts.get("dtype"))
            if kept.parts != ("values",) or "time_zone='" in dtype:
                raise CannotReplayError(f"the values of a Series of type {dtype} were not kept as one array")
            return Made("Series", (kept.facts.get("name"), Part("values")))
        if kept.kind == "DataFrame":
            return Made("DataFrame", ({label: Part(label) for label in _labels(kept)},))
        raise CannotReplayError(f"a polars {kept.kind} is not kept")

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to the array of a Series, or of a column."""
        return (*(() if kind == "Series" else (Step("[]", part),)), Step("()", "to_numpy"))


def _labels(kept: Kept) -> list[str]:
    labels = str(kept.facts.get("labels", "")).split(", ")
    if len(labels) != kept.facts.get("columns"):
        raise CannotReplayError("the labels of its table's columns are not kept")
    for label in labels:
        if label not in kept.parts or "time_zone='" in str(kept.facts.get(f"{label}: dtype")):
            raise CannotReplayError(f"the column {label!r} of its table is no plain array, and is not kept")
    return labels


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return PolarsObjects()


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, PolarsObjects())
