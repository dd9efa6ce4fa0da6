"""How pandas' Series and tables are made again of their arrays, their index and their labels."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ...calling.made import Kept, Made, Objects, Part, Step
from ...calling.objects import ObjectRecipe
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted

_RANGE = re.compile(r"RangeIndex\((-?\d+), (-?\d+), (-?\d+)\)")
_PLAIN_INDEXES = ("Index of", "DatetimeIndex of", "TimedeltaIndex of")


class PandasObjects(Objects):
    """Series and DataFrames of plain arrays."""

    module = "pandas"

    def made(self, kept: Kept) -> Made:
        """Return the call of `Series` or `DataFrame`."""
        if "by" in kept.facts or "window" in kept.facts:
            raise CannotReplayError(f"it works on a {kept.kind}, which an earlier call made")
        if "columns" in kept.facts:
            return Made("DataFrame", (_columns(kept),), {"index": _index(kept), "copy": True})
        if "values" not in kept.parts or "dtype" in kept.facts:
            raise CannotReplayError(
                f"of a {kept.kind} of dtype {kept.facts.get('dtype', '?')} not everything is kept"
            )
        named = {"index": _index(kept), "name": kept.facts.get("name"), "copy": True}
        return Made("Series", (Part("values"),), named)

    def require_whole(self, kept: Kept) -> None:
        """Raise CannotReplayError if a column was not kept; the index of a result never is."""
        self.made(replace(kept, facts={**kept.facts, "index": "RangeIndex(0, 0, 1)"}))

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to the array of a Series, of a column or of the index."""
        if part == "index":
            return (Step(".", "index"), Step("()", "to_numpy"))
        is_series = kind == "Series" or (kind != "DataFrame" and part == "values")
        return (*(() if is_series else (Step("[]", part),)), Step("()", "to_numpy"))


def _columns(kept: Kept) -> dict[str, Part]:
    labels = str(kept.facts.get("labels", "")).split(", ")
    if len(labels) != kept.facts["columns"] or kept.facts.get("label dtype") not in ("str", "object"):
        raise CannotReplayError("the labels of its table's columns are not kept")
    if missing := [
        label
        for label in labels
        if label not in kept.parts or label == "index" or f"{label}: dtype" in kept.facts
    ]:
        raise CannotReplayError(f"the column {missing[0]!r} of its table is no plain array, and is not kept")
    return {label: Part(label) for label in labels}


def _index(kept: Kept) -> Any:
    text = str(kept.facts.get("index", ""))
    if found := _RANGE.fullmatch(text):
        return Made("RangeIndex", tuple(map(int, found.groups())))
    if "index" not in kept.parts or not text.startswith(_PLAIN_INDEXES):
        raise CannotReplayError(f"its index ({text or 'unknown'}) is not kept")
    return Made("Index", (Part("index"),))


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return PandasObjects()


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, PandasObjects())
