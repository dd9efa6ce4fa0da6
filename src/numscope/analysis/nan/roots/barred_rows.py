"""Masks of pairs that bar the rows of padding as well as its columns, and leave such rows nothing to read."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.row_masks import is_masking
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.trace import Operand, Operation, Trace

_BOTH = ("and", "bitwise_and", "logical_and", "mul", "multiply")
_DEEPEST = 8
_LARGEST = 1 << 22
_ADVICE = (
    "Mask the last axis alone, that of what is read, and leave the rows of padding out of what is made of "
    "the result."
)


def barred_rows(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made a mask of pairs of two masks, if it bars just the rows that are NaN in the result."""
    result = next((one for one in operation.outputs if one.is_array() and len(one.shape or ()) > 1), None)
    bad = None if result is None or (result.data_bytes or 0) > _LARGEST else _bad_rows(result)
    if bad is None:
        return None
    for maker, _ in upstream(trace, operation, is_masking, _DEEPEST):
        site, called = maker.user_site, operation.user_site
        if (
            function_name(maker.name).strip("_") not in _BOTH
            or site is None
            or site.in_library
            or called is None
        ):
            continue
        if site.place != called.place and _bars(maker, bad):
            said = (
                f"bars {int(bad.sum()):,} of {bad.size:,} rows as a whole, as well as columns of all others"
            )
            return Root(site, Cause(said + at_line_of(operation, site), _ADVICE))
    return None


def _bad_rows(result: Operand) -> Any:
    """Return which rows of a result hold nothing but NaN; None if none do, all do, or others hold some."""
    value = value_of(result)
    if not isinstance(value, np.ndarray):
        return None
    nans = np.isnan(value)
    whole = nans.all(axis=-1)
    return whole if whole.any() and not whole.all() and (nans.any(axis=-1) == whole).all() else None


def _bars(maker: Operation, bad: Any) -> bool:
    """Return whether one of two masks has a single column that is False in just these rows, and the other none such."""
    masks = [value_of(one) for one in maker.inputs if one.dtype == "bool"]
    if len(masks) != 2 or any(not isinstance(one, np.ndarray) for one in masks):
        return False
    for rows, columns in (masks, masks[::-1]):
        if rows.ndim < 2 or rows.shape[-1] != 1 or columns.shape[-1] < 2:
            continue
        try:
            barred = ~np.broadcast_to(rows[..., 0], bad.shape)
        except ValueError:
            continue
        if np.array_equal(barred, bad) and columns.any(axis=-1).all():
            return True
    return False
