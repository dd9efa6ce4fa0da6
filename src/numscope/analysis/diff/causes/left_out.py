"""Rows that the second program lost: an inner join, a filter, a group that is dropped.

What is left of them is in the first program too, so no value shows where they went: only later does a sum differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.program_change import SourceChange
from numscope.errors import NumscopeError
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 400
# Two numbers that are among some others may be there by chance.
_FEWEST_ELEMENTS = 2
_MOST_STEPS = 100
# A sum of groups is rounded otherwise than a sum of a selection.
_ROUNDED = 1e-12

Array = Any


def left_out(parted: Operation, found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that leaves out elements with which the first goes on.

    parted: where values of the second part from the first's. None unless it reads a proper part of an array that an
    operation of the same name reads in the first, and nothing later in the second holds the rest. What is taken of
    groups may have another name there: `.groupby(...).agg(...)`.
    """
    mine = floats(parted.operands, ("input",))
    alike = _named(first, parted.name) or _of_its_class(first, parted.name, found)
    theirs = [
        (operation, array) for operation in alike for _, array in floats(operation.operands, ("input",))
    ]
    for operand, part in mine:
        whole = next((found for found in theirs if is_proper_part(part, found[1])), None)
        if whole is None:
            continue
        maker = _narrowed_by(second, parted, operand)
        if maker is None or maker.user_site is None or _goes_on(second, maker, part, whole[1]):
            continue
        site, old = maker.user_site, whole[0].user_site
        text = old.source.strip() if old is not None else ""
        return SourceChange(None, None, site.file, site.line, (text, site.source.strip()))
    return None


def _named(trace: Trace, name: str) -> list[Operation]:
    found = trace.ask(
        "select id from operations where name = ? and user_visible order by id limit ?",
        [name, _MOST_LOOKED_AT],
    )
    return trace.operations.fetch(found["id"].to_pylist())


def _of_its_class(first: Trace, name: str, found: Divergence) -> list[Operation]:
    """Return the methods of the same class by which values came to the results that the second run does not have."""
    kind = name.rpartition(".")[0]
    way = first.operations.fetch(list(found.sides[0].way[:_MOST_STEPS]))
    return [one for one in way if kind.rpartition(".")[2][:1].isupper() and one.name.startswith(f"{kind}.")]


def floats(operands: Any, roles: Any) -> list[tuple[Operand, Array]]:
    """Return the floating-point arrays of several elements that were kept, but for those of whole numbers."""
    found = []
    for one in operands:
        if one.role not in roles or not one.is_array() or not (one.dtype or "").startswith("float"):
            continue
        try:
            value = np.sort(np.asarray(one.value(), np.float64), axis=None)
        except (NumscopeError, TypeError):
            continue
        if value.size >= _FEWEST_ELEMENTS and not (value == np.rint(value)).all():
            found.append((one, value))
    return found


def is_proper_part(part: Array, whole: Array) -> bool:
    """Return whether every element of one sorted array is in the other, but for roundings, and others are too."""
    return part.size < whole.size and bool(_among(part, whole).all()) and not _among(whole, part).all()


def _among(elements: Array, others: Array) -> Array:
    """Return which elements are within roundings of one of `others`, which rise."""
    margin = _ROUNDED * np.abs(elements)
    first = np.searchsorted(others, elements - margin)
    return (first < others.size) & (others[np.minimum(first, others.size - 1)] <= elements + margin)


def _narrowed_by(second: Trace, reader: Operation, operand: Operand) -> Operation | None:
    """Return the operation that first had as few rows as `operand`: what came between computed row by row."""
    rows = operand.shape[0] if operand.shape else 0
    narrowed = None
    for _ in range(_MOST_STEPS):
        maker = None if operand.hash is None else last_maker(second, operand.hash, reader.id)
        if maker is None:
            return narrowed
        narrowed = maker
        inputs = [one for one in maker.operands if one.role == "input" and one.hash is not None and one.shape]
        operand = next((one for one in inputs if one.shape[0] == rows), None)  # type: ignore[assignment, index]
        if operand is None:
            # What was made of no array has lost nothing: another length was asked for.
            return narrowed if inputs or maker.traits & Trait.STANDS else None
        reader = maker
    return None


def _goes_on(second: Trace, maker: Operation, part: Array, whole: Array) -> bool:
    """Return whether a later operation of the second program makes most of what is left out."""
    missing = whole[~_among(whole, part)]
    later = second.ask(
        "select id from operations where id >= ? and depth = 0 and user_visible order by id limit ?",
        [maker.id, _MOST_LOOKED_AT],
    )["id"].to_pylist()
    return any(
        2 * _among(missing, array).sum() > missing.size
        for operation in second.operations.fetch(later)
        for _, array in floats(operation.operands, AFTER)
    )
