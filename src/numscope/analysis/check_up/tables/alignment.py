"""Tables of which each has labels that the other lacks: pandas gives NaN for these, and sums and means leave it out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.trace import Operand, Operation
from numscope.trace.operation import AFTER

KIND = "alignment"
ARITHMETIC = (
    *("add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "mod", "power"),
    *("sub", "mul", "div", "truediv", "floordiv", "pow"),
    *("__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__pow__"),
)
_VALUES = "values"
# What has labels is an object beside its arrays.
TABLES = "role in ('input', 'argument') and kind = 'object'"


def alignment(evidence: Evidence) -> Iterator[Finding]:
    """Yield arithmetic of two tables whose result has more rows than either of them."""
    found = evidence.operations(evidence.named(*ARITHMETIC), TABLES)
    yield from first_faults(evidence, KIND, found, _problem, _FIX)


_FIX = (
    "where rows belong together by their place, `a.to_numpy()` or `reset_index(drop=True)`; a number of each row goes "
    "with `table.sub(means, axis=0)`; where a missing label counts as nothing, `a.add(b, fill_value=0)`"
)


def _problem(operation: Operation) -> str | None:
    if _have_nothing_in_common(operation):
        return (
            "matches the labels of a series with the columns of a table, and none is the same: all numbers of the "
            "result are NaN, and sums of them 0"
        )
    given = [_rows(operation.operands, place) for place in (0, 1)]
    made = [one for one in operation.outputs if one.name == _VALUES]
    if None in given or not made or any(one.statistics is None for one in made):
        return None
    first, second = (one or 0 for one in given)
    rows = max(max(one.shape or (0,)) for one in made)
    missing = sum(one.statistics.nans for one in made if one.statistics is not None)
    had = sum(one.statistics.nans for one in operation.inputs if one.statistics is not None)
    if rows <= max(first, second) or missing <= had:
        return None
    both = first + second - rows
    return (
        f"of {first:,} and {second:,} rows only {both:,} have the same labels: the result has {rows:,} rows, "
        f"{missing - had:,} of its values are NaN since a label is missing on one side"
    )


def _have_nothing_in_common(operation: Operation) -> bool:
    """Return whether a table with a series gives a table of NaN alone, of numbers that are there."""
    kinds = [one.type for one in operation.arguments if one.kind == "object"][:2]
    made = [one for one in operation.outputs if one.is_array() and one.name != _VALUES]
    if len(set(kinds)) != 2 or not made or any(one.statistics is None for one in (*made, *operation.inputs)):
        return False
    there = all(one.statistics.nans == 0 for one in operation.inputs if one.statistics is not None)
    return there and all(
        one.statistics.nans == np.prod(one.shape or (0,)) > 0 for one in made if one.statistics is not None
    )


def _rows(operands: tuple[Operand, ...], place: int) -> int | None:
    """Return how many rows the table has that was given at a place; None if none was."""
    ours = [one for one in operands if one.position == place and one.role not in AFTER]
    if not any("index" in one.attributes for one in ours if one.kind == "object"):
        return None
    return next((one.shape[0] for one in ours if one.is_array() and one.shape), None)
