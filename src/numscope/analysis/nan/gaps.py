"""Results of libraries whose first or last rows are missing or infinite, as lags, windows and filters leave them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.missing import nans_of
from numscope.operations.lore.labels import BEGINS_WITH_GAP, HAS_LABELS
from numscope.trace import Operand, Operation, Trace

_MOST = 200


def with_gaps(trace: Trace, calls: Iterable[int]) -> frozenset[int]:
    """Return those of these calls of libraries of whose results only the first or the last rows are missing.

    Where labels decide which rows there are, such rows may have found no partner: of these calls the name tells.
    """
    chosen = sorted(calls)[:_MOST]
    return frozenset(one.id for one in trace.operations.fetch(chosen) if _has_gap(one))


def _has_gap(call: Operation) -> bool:
    if re.search(HAS_LABELS, call.name) and not re.search(BEGINS_WITH_GAP, call.name):
        return False
    results = [one for one in call.outputs if nans_of(one) or _infinities(one)]
    rows = {length for one in call.inputs for length in one.shape or ()}
    return bool(results) and all(_is_gap(one, rows) for one in results)


def _infinities(result: Operand) -> int:
    return 0 if result.statistics is None else result.statistics.infinities


def _is_gap(result: Operand, rows: Container[int]) -> bool:
    """Return whether it has a row for each that went in, and the numbers of each column follow each other."""
    values = numbers_of(result)
    if values is None:
        return False
    for axis in (axis for axis, length in enumerate(values.shape) if length in rows):
        there = np.isfinite(np.moveaxis(values, axis, -1))
        begins = there[..., 0] + (there[..., 1:] & ~there[..., :-1]).sum(axis=-1)
        if np.all(begins == 1):
            return True
    return False
