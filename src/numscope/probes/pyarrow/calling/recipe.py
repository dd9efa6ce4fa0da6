"""How Arrow's arrays and tables are made again of the buffers that were recorded of them."""

from __future__ import annotations

from ...calling.made import Kept, Made, Objects, Part, Step
from ...calling.objects import ObjectRecipe
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted

_TABLES = {"Table": "table", "RecordBatch": "RecordBatch.from_pydict"}


class ArrowObjects(Objects):
    """Arrays and tables of numbers, moments and durations without nulls, in one chunk."""

    module = "pyarrow"

    def made(self, kept: Kept) -> Made:
        """Return the call of `array`, `chunked_array` or `table`."""
        if kept.kind in _TABLES:
            return Made(_TABLES[kept.kind], ({label: Part(label) for label in _labels(kept)},))
        if kept.parts != ("values",) or kept.facts.get("nulls"):
            kind = kept.facts.get("type", kept.kind)
            raise CannotReplayError(f"the values of an array of type {kind} were not kept as one array")
        array = Made("array", (Part("values"),))
        return Made("chunked_array", ([array],)) if kept.kind == "ChunkedArray" else array

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to the array of an array, or of a column."""
        return (*((Step("[]", part),) if kind in _TABLES else ()), Step("()", "to_numpy"))


def _labels(kept: Kept) -> list[str]:
    labels = str(kept.facts.get("labels", "")).split(", ")
    if len(labels) != kept.facts.get("columns"):
        raise CannotReplayError("the labels of its table's columns are not kept")
    for label in labels:
        if label not in kept.parts or kept.facts.get(f"{label}: nulls"):
            raise CannotReplayError(f"the column {label!r} of its table is no plain array, and is not kept")
    return labels


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return ArrowObjects()


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, ArrowObjects())
