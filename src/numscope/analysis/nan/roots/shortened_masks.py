"""Masks that keep one place less than each row has: `position < lengths - 1` leaves nothing of a row of one place."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.row_masks import is_bad_in, masks_behind
from numscope.operations.lore.user_line import verb
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Compare places that count from 0 with the length itself: `position < length`."
_DEEPEST = 6


def shortened_mask(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of a mask that keeps a place less than the lengths it is made of, and so nothing of some rows.

    None where a length is 0: such a row has nothing to keep.
    """
    result = next((one for one in operation.outputs if one.is_array() and one.shape), None)
    called = operation.user_site or operation.site
    if result is None or result.statistics is None or not result.statistics.nans or called is None:
        return None
    for maker, mask in masks_behind(trace, operation):
        comparison = _comparison(trace, maker)
        site = comparison.user_site or comparison.site
        if site is None or site.in_library or site.place == called.place:
            continue
        for kept in (mask, ~mask):
            counts = kept.sum(axis=1)
            rows = int((counts == 0).sum())
            if not 0 < rows < len(counts) or not is_bad_in(result, counts == 0):
                continue
            if _is_one_less(trace, comparison, counts):
                lost = f"nothing of {rows:,} of {len(counts):,} rows, which {verb(rows, 'has', 'have')} one"
                said = f"keeps one place less than the length of each row, and {lost}"
                return Root(site, Cause(f"{said}{at_line_of(operation, site)}", _ADVICE))
    return None


def _comparison(trace: Trace, maker: Operation) -> Operation:
    """Return what made the mask that `maker` negates or shows otherwise."""
    for _ in range(_DEEPEST):
        masks = [one for one in maker.inputs if one.is_array() and one.dtype == "bool"]
        before = maker_of(trace, masks[0], maker) if len(masks) == 1 else None
        if before is None:
            break
        maker = before
    return maker


def _is_one_less(trace: Trace, comparison: Operation, counts: Any) -> bool:
    """Return whether whole numbers, one for each row, that the line of the mask is given are all larger by one."""
    return any(np.array_equal(one - 1, counts) for one in _lengths(trace, comparison, len(counts)))


def _lengths(trace: Trace, comparison: Operation, rows: int) -> Iterator[Any]:
    """Yield the arrays of one whole number for each row that the statement of a comparison is given."""
    waiting: list[tuple[Operation, Operand]] = [(comparison, one) for one in comparison.inputs]
    for reader, given in waiting:
        if (
            not given.is_array()
            or prod(given.shape or ()) != rows
            or not (given.dtype or "").startswith("int")
        ):
            continue
        if (values := numbers_of(given)) is not None:
            yield values.reshape(-1)
        maker = maker_of(trace, given, reader) if len(waiting) < _DEEPEST else None
        if maker is not None and maker.user_site == comparison.user_site:
            waiting += [(maker, one) for one in maker.inputs]
