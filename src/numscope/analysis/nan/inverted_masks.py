"""Masks the wrong way round: attention that reads only the padding, and nothing of a row that has none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Negate the mask (`~mask`): look up whether True means what to read or what to ignore."
_LARGEST = 1 << 20
_MOST = 12
_DEEPEST = 8
# Arrays of the program that hold something for each place of a mask: tokens, or their vectors.
_ALIKE = f"""
    select min(operation) as id, hash from operands
    where operation < ? and kind = 'array' and role = 'input' and shape[1:2] = ?::bigint[] and dtype <> 'bool'
        and minimum is not null and len(shape) <= 3 and data_bytes <= {_LARGEST}
    group by hash order by id limit {_MOST}
"""


def inverted_mask(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of a mask that leaves some rows of `operation` nothing, and all others one repeated element."""
    result = next((one for one in operation.outputs if one.is_array() and one.shape), None)
    if result is None or result.statistics is None or not result.statistics.nans:
        return None
    # What the nearest mask was computed of may well mean the opposite.
    maker, mask = next(_masks(trace, operation), (operation, None))
    site, called = maker.user_site or maker.site, operation.user_site or operation.site
    if mask is None or site is None or site.in_library or called is None or site.place == called.place:
        return None
    for dropped in (mask, ~mask):
        empty = dropped.all(axis=1)
        rows = int(empty.sum())
        if not 0 < rows < len(dropped) or not _bad_in(result, empty):
            continue
        kept = _kept_of_later_places(dropped)
        if kept is None and _keeps_padding(trace, operation, dropped):
            kept = (
                "is the wrong way round: what this mask leaves is the same element everywhere, as padding is"
            )
        if kept is not None:
            said = f"{kept}, and it leaves nothing in {rows:,} of {len(dropped):,} rows{at_line_of(operation, site)}"
            return Root(site, Cause(said, _ADVICE))
    return None


def _kept_of_later_places(dropped: Any) -> str | None:
    """Return what is wrong with a mask of each place beside each other one, if it is no mask of later places.

    A place reads those before it, and itself: the mask is False on the diagonal and below it.
    """
    before = np.tril(np.ones_like(dropped))
    if dropped.shape[0] != dropped.shape[1]:
        return None
    if np.array_equal(dropped, before):
        return "is the wrong way round: each place reads only later ones by this mask"
    return "drops each place itself, beside the later ones" if np.array_equal(dropped, before.T) else None


def _masks(trace: Trace, operation: Operation) -> Iterator[tuple[Operation, Any]]:
    """Yield the masks behind an operation with what made them, nearest first; farther ones where -inf stands for them.

    Layers stretch a mask over heads, and put -inf where it is True, before they add it.
    """
    near = upstream(trace, operation, Operand.is_array)
    far = upstream(trace, operation, _is_masking, _DEEPEST)
    for maker, operand in chain(near, far):
        if (mask := _mask(operand)) is not None:
            yield _before_views(trace, maker), mask


def _is_masking(operand: Operand) -> bool:
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


def _bad_in(result: Operand, empty: Any) -> bool:
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
    if operand.dtype != "bool" or len(shape) != 2 or prod(shape) > _LARGEST:
        return None
    value = value_of(operand)
    return None if value is None else np.asarray(value).reshape(shape)


def _keeps_padding(trace: Trace, operation: Operation, dropped: Any) -> bool:
    """Return whether some array of the program holds one element at all places that are kept, and others elsewhere."""
    rows = trace.ask(_ALIKE, [operation.id, list(dropped.shape)]).to_pylist()
    for row in rows:
        operand = next(one for one in trace.operations[row["id"]].operands if one.hash == row["hash"])
        array = value_of(operand)
        if array is None:
            continue
        elements = np.asarray(array).reshape(*dropped.shape, -1)
        kept, others = elements[~dropped], elements[dropped]
        if len(kept) > 1 and (kept == kept[0]).all() and len(np.unique(others, axis=0)) > 2:
            return True
    return False
