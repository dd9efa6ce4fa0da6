"""Masks the wrong way round: attention that reads only the padding, and nothing of a row that has none."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.row_masks import LARGEST, is_bad_in, masks_behind
from numscope.trace import Operation, Trace

_ADVICE = "Negate the mask (`~mask`): look up whether True means what to read or what to ignore."
_MOST = 12
# Arrays of the program that hold something for each place of a mask: tokens, or their vectors.
_ALIKE = f"""
    select min(operation) as id, hash from operands
    where operation < ? and kind = 'array' and role = 'input' and shape[1:2] = ?::bigint[] and dtype <> 'bool'
        and minimum is not null and len(shape) <= 3 and data_bytes <= {LARGEST}
    group by hash order by id limit {_MOST}
"""


def inverted_mask(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of a mask that leaves some rows of `operation` nothing, and all others one repeated element."""
    result = next((one for one in operation.outputs if one.is_array() and one.shape), None)
    if result is None or result.statistics is None or not result.statistics.nans:
        return None
    # What the nearest mask was computed of may well mean the opposite.
    maker, mask = next(masks_behind(trace, operation), (operation, None))
    site, called = maker.user_site or maker.site, operation.user_site or operation.site
    if mask is None or site is None or site.in_library or called is None or site.place == called.place:
        return None
    for dropped in (mask, ~mask):
        empty = dropped.all(axis=1)
        rows = int(empty.sum())
        if not 0 < rows < len(dropped) or not is_bad_in(result, empty):
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
