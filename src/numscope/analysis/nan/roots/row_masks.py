"""Masks of the places of rows: which of a row's places, as tokens, are read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

LARGEST = 1 << 20
_DEEPEST = 8


def masks_behind(trace: Trace, operation: Operation) -> Iterator[tuple[Operation, Any]]:
    """Yield the masks behind an operation with what made them, nearest first; farther ones where -inf stands for them.

    Layers stretch a mask over heads, and put -inf where it is True, before they add it.
    """
    near = upstream(trace, operation, Operand.is_array)
    far = upstream(trace, operation, is_masking, _DEEPEST)
    for maker, operand in chain(near, far):
        if (mask := _mask(operand)) is not None:
            yield _before_views(trace, maker), mask


def is_masking(operand: Operand) -> bool:
    """Return whether an operand is a mask, or holds the -inf that stand for one."""
    known = operand.statistics
    return operand.dtype == "bool" or (known is not None and known.negative_infinities > 0)


def _before_views(trace: Trace, maker: Operation) -> Operation:
    """Return what made the mask that `maker` shows in another shape; `maker` if it computes one."""
    for _ in range(_DEEPEST):
        shown = maker.inputs[0] if maker.traits & Trait.VIEW and maker.inputs else None
        before = None if shown is None or shown.dtype != "bool" else maker_of(trace, shown, maker)
        if before is None:
            break
        maker = before
    return maker


def is_bad_in(result: Operand, empty: Any) -> bool:
    """Return whether a result has NaN in the rows left with nothing and in no other; true where rows aren't known.

    A row of the mask may stand for several of the result, beside each other, as those of the heads.
    """
    value = value_of(result)
    if not isinstance(value, np.ndarray) or not value.ndim or value.shape[0] % len(empty):
        return True
    return bool((np.isnan(value).reshape(len(empty), -1).any(axis=1) == empty).all())


def _mask(operand: Operand) -> Any:
    """Return a mask of the places of rows as an array (rows, places); None if the operand is none."""
    shape = [one for one in operand.shape or () if one != 1]
    if operand.dtype != "bool" or len(shape) != 2 or prod(shape) > LARGEST:
        return None
    value = value_of(operand)
    return None if value is None else np.asarray(value).reshape(shape)
