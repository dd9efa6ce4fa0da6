"""Elements that are not there: an index too large, a mask of another length, an index that is no integer, an axis."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.ended.ending import Ending, Given, Reason
from numscope.operations.lore.user_line import counted, of, verb

_OUT_OF_BOUNDS = r"index (-?\d+) is out of bounds for (?:axis|dimension) (\d+) with size (\d+)"
_MASK = r"along axis (\d+); size of axis is (\d+) but size of corresponding boolean axis is (\d+)"
_TOO_MANY = r"array is (\d+)-dimensional, but (\d+) were indexed"
_TARGET = r"Target (-?\d+) is out of bounds"


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield why elements could not be found."""
    yield _beyond(ending)
    yield _mask(ending)
    yield _too_many(ending)
    yield _lists_of_indices(ending)
    yield _no_integer(ending)
    yield _no_such_axis(ending)
    yield _no_such_row(ending)
    yield _no_such_class(ending)
    yield _negative_counted(ending)
    yield _no_such_place(ending)
    yield _no_percentage(ending)


def _beyond(ending: Ending) -> Reason | None:
    found = ending.numbers(_OUT_OF_BOUNDS)
    if found is None or not ending.given:
        return None
    index, axis, size = found
    array = ending.given[0]
    along = f" along axis {axis}" if len(array.shape) > 1 else ""
    if not size:
        return Reason(f"{array.name} is empty{along}: it has no number {index}", _where_emptied(array))
    problem = (
        f"{array.name} has {counted(size, 'element')}{along}, numbered 0 to {size - 1}; {index} is asked for"
    )
    places = [one for one in ending.arrays[1:] if one.numbers is not None]
    if places:
        wrong = _outside(places[0].numbers, size)
        problem += f": {places[0].name} is outside in {of(len(wrong), places[0].numbers.size, 'place')}"
    asked = ending.argument(1)
    name = f"`{asked.written}`" if asked is not None and asked.written.isidentifier() else "the index"
    if places:
        return Reason(problem, f"look where {places[0].name} comes from: its largest may be {size - 1}")
    swapped = _swapped(ending, array.shape)
    if swapped:
        return Reason(problem, f"are the two indices meant the other way round: `{array.code}[{swapped}]`?")
    if index == size:
        return Reason(problem, f"numbers count from 0: end {name} at {size - 1}; -1 is the last one")
    return Reason(problem, f"look where {name} comes from: it may be -{size} to {size - 1}")


def _swapped(ending: Ending, shape: tuple[int, ...]) -> str:
    """Return the index with its two numbers exchanged where that one is there; else an empty text."""
    index = ending.argument(1)
    text = str(index.operand.literal) if index is not None and index.operand.kind == "literal" else ""
    found = re.fullmatch(r"\((\d+), (\d+)\)", text)
    if found is None or len(shape) != 2 or not (int(found[2]) < shape[0] and int(found[1]) < shape[1]):
        return ""
    written = (index.written if index is not None else "").strip("()").split(", ")
    return ", ".join(written[::-1] if len(written) == 2 else (found[2], found[1]))


def _where_emptied(array: Given) -> str:
    return f"look why {array.name} is empty, or test its `.size` first"


def _outside(numbers: Any, size: int) -> Any:
    return np.flatnonzero((numbers.ravel() >= size) | (numbers.ravel() < -size))


def _mask(ending: Ending) -> Reason | None:
    found = ending.numbers(_MASK)
    masks = [one for one in ending.arrays[1:] if one.operand.dtype == "bool"]
    if found is None or not masks:
        return None
    axis, length, mask = found
    array = ending.arrays[0]
    along = f" along axis {axis}" if len(array.shape) > 1 else ""
    column = masks[0].shape[:1] == array.shape[:1] and masks[0].shape[1:] == (1,)
    if column:
        return Reason(
            f"the mask {masks[0].name} has the shape {masks[0].shape}, {array.name} {array.shape}",
            f"choose rows by its only column: `{array.code}[{masks[0].code}[:, 0]]`",
        )
    return Reason(
        f"the mask {masks[0].name} has {counted(mask, 'element')}, {array.name} has {length}{along}",
        f"make the mask from {array.name} itself, or from what has its length",
    )


def _too_many(ending: Ending) -> Reason | None:
    found = ending.numbers(_TOO_MANY)
    if found is None or not ending.given:
        return None
    axes, given = found
    array = ending.given[0]
    return Reason(
        f"{array.name} has {counted(axes, 'axis', 'axes')}, shape {array.shape}, and "
        f"{counted(given, 'index', 'indices')} are given",
        f"look where {array.name} lost an axis, or give it one back: `{array.code}.reshape(...)`",
    )


def _no_integer(ending: Ending) -> Reason | None:
    if not (ending.kind == "IndexError" and ending.text.startswith("only integers, slices")):
        return None
    array, index = ending.argument(0), ending.argument(1)
    if array is None or index is None:
        return None
    name = f"the index {index.name}" if index.written else "the index"
    literal = index.operand.literal
    if index.operand.kind == "float" or (index.operand.dtype or "").startswith("float"):
        said = f" is {literal}, a float" if index.operand.kind == "float" else " holds floats"
        return Reason(
            f"{name}{said}",
            f"make it an integer where it is computed: `//` in place of `/`, or `int({index.code})`",
        )
    if index.operand.kind == "string":
        return Reason(
            f"{name} is a text: the elements of an array have numbers, no names",
            "take the number of the column, or keep the data in a pandas DataFrame",
        )
    return None


def _no_such_axis(ending: Ending) -> Reason | None:
    found = ending.numbers(r"axis (-?\d+) is out of bounds for array of dimension (\d+)")
    if found is None or not ending.arrays:
        return None
    (axis, depth), array = found, ending.arrays[0]
    there = "none" if not depth else "axis 0 only" if depth == 1 else f"axes 0 to {depth - 1}"
    deeper = f", or give {array.name} one more: `{array.code}[None, :]`" if depth == 1 else ""
    return Reason(
        f"{array.name} has the shape {array.shape}, with {there}: there is no axis {axis}",
        f"take one that is there{deeper}",
    )


def _no_such_row(ending: Ending) -> Reason | None:
    """An embedding, whose rows are chosen by number."""
    numbers = [one for one in ending.given if one.operand.name == "indices"]
    tables = [one for one in ending.given if one.operand.name == "weight"]
    if not (ending.raised_by("aten::embedding") and numbers and tables and numbers[0].numbers is not None):
        return None
    rows, asked = tables[0].shape[0], numbers[0].numbers
    outside = asked[(asked < 0) | (asked >= rows)]
    if not outside.size:
        return None
    return Reason(
        f"the embedding has {counted(rows, 'row')}, numbered 0 to {rows - 1}, and is asked for {outside.flat[0]} "
        f"({of(outside.size, asked.size, 'number')} outside)",
        f"give it {int(asked.max()) + 1} rows or more, or look where these numbers come from"
        if asked.min() >= 0
        else "look where these numbers come from",
    )


def _no_such_class(ending: Ending) -> Reason | None:
    found = ending.numbers(_TARGET)
    logits = [one for one in ending.arrays if (one.operand.dtype or "").startswith("float")]
    labels = [one for one in ending.arrays if (one.operand.dtype or "").startswith("int")]
    if found is None or not logits or not labels or len(logits[0].shape) < 2:
        return None
    if labels[0].numbers is None or not labels[0].numbers.size:
        return None
    classes, numbers = logits[0].shape[1], labels[0].numbers
    low, high = int(numbers.min()), int(numbers.max())
    shifted = low >= 1 and high <= classes
    return Reason(
        f"there {verb(classes, 'is', 'are')} {counted(classes, 'class', 'classes')}, numbered 0 to "
        f"{classes - 1}, and labels from "
        f"{low} to {high}",
        "count the labels from 0: subtract 1"
        if shifted
        else f"let the last layer return {high + 1} numbers, or look where these labels come from",
    )


def _negative_counted(ending: Ending) -> Reason | None:
    if not ending.raised_by("numpy.bincount") or not ending.arrays or ending.arrays[0].numbers is None:
        return None
    array = ending.arrays[0]
    if array.numbers.ndim != 1:
        return None
    below = np.flatnonzero(array.numbers < 0)
    if not below.size:
        return None
    return Reason(
        f"{array.name} holds {array.numbers[below[0]]} at [{below[0]}]; {of(below.size, array.numbers.size, 'number')} "
        f"{verb(below.size, 'is', 'are')} negative, and `bincount` counts from 0",
        f"leave them out first: `{array.code}[{array.code} >= 0]`",
    )


def _no_such_place(ending: Ending) -> Reason | None:
    """A row of a table by its place."""
    table, place = ending.argument(0), ending.argument(1)
    if (
        "positional index" not in ending.text
        or "out-of-bounds" not in ending.text
        or table is None
        or place is None
    ):
        return None
    rows = table.operand.attributes.get("rows") or next(
        (one.shape[0] for one in ending.given if one.shape), None
    )
    if not isinstance(rows, int):
        return None
    name = f"`{table.written}`" if table.written else "the table"
    asked = f"; {place.operand.literal} is asked for" if place.operand.literal is not None else ""
    return Reason(
        f"{name} has {counted(rows, 'row')}, numbered 0 to {rows - 1}{asked}",
        f"numbers count from 0: the last is {rows - 1}, or -1; by label it is `.loc`",
    )


def _no_percentage(ending: Ending) -> Reason | None:
    given = ending.argument(1, "q")
    if "must be in the range [0, " not in ending.text or given is None or given.operand.literal is None:
        return None
    whole = 1 if "[0, 1]" in ending.text else 100
    return Reason(
        f"`{ending.called}` is asked for {given.operand.literal}, outside 0 to {whole}",
        "`quantile` takes 0 to 1, `percentile` 0 to 100",
    )


def _lists_of_indices(ending: Ending) -> Reason | None:
    found = re.search(
        r"indexing arrays could not be broadcast together with shapes ((?:\([\d,]*\) ?)+)", ending.text
    )
    array, index = ending.argument(0), ending.argument(1)
    if found is None or array is None:
        return None
    lists = f"`{index.written}`" if index is not None and index.written else "the indices"
    return Reason(
        f"{lists} are paired one by one, and have the shapes {found[1].strip()}",
        f"for all rows with all columns: `{array.code}[np.ix_(rows, columns)]`",
    )
