"""Test rows that hold one outcome only, of which a score that compares outcomes is NaN: the line that cut them so.

The rows with both outcomes are found behind the test rows, and the splitter by the number of rows that it leaves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.folds import is_sorted
from numscope.operations.lore.sklearn import (
    CUTS_ONCE,
    FOLDS_IN_ORDER,
    KEEPS_SHARES,
    METRICS,
    SPLITS,
    USUAL_SPLITS,
)
from numscope.trace import Operand, Operation, Site, Trace

_MOST = 20
_MOST_OUTCOMES = 10
_DEEPEST = 6
_FOLDS = "Keep the shares of outcomes in each fold (`StratifiedKFold`), or shuffle the rows (`shuffle=True`)."
_ONE_CUT = (
    "Keep the shares of outcomes in both parts (`stratify=y`); rows in their order (`shuffle=False`) can't."
)


class _Cut(NamedTuple):
    """The outcomes of all rows, and the operation that took some of them. rows: how many it took."""

    maker: Operation
    outcomes: Any
    rows: int


def single_outcome(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that cut test rows with one outcome only out of rows with several, if `operation` scores them."""
    site = operation.user_site
    arrays = [one for one in operation.inputs if one.is_array()]
    if site is None or not operation.name.startswith(METRICS) or not arrays:
        return None
    scored = numbers_of(arrays[0])
    if scored is None or scored.size < 2 or len(np.unique(scored)) != 1:
        return None
    cut = _cut(trace, operation, arrays[0], scored)
    made = None if cut is None else _splitter(trace, operation, cut)
    if cut is None or made is None or made.place == site.place:
        return None
    kinds, counts = np.unique(cut.outcomes, return_counts=True)
    in_order = is_sorted(cut.outcomes)
    if not in_order and counts.min() < 2:
        return None  # no other cut would leave it on both sides
    shares = ", ".join(f"{count:,} of {kind:g}" for kind, count in zip(kinds, counts, strict=True))
    how = "in their order, sorted by outcome" if in_order else "without regard to outcomes"
    held = f"the {cut.rows:,} that are scored hold {scored.flat[0]:g} only"
    said = f"cuts {cut.outcomes.size:,} rows {how} ({shares}): {held}"
    advice = _ONE_CUT if cut.maker.name in CUTS_ONCE else _FOLDS
    return Root(made, Cause(f"{said}{at_line_of(operation, made)}", advice))


def _cut(trace: Trace, operation: Operation, part: Operand, scored: Any) -> _Cut | None:
    """Return what took the scored rows, the operand `part`, out of rows with several outcomes."""
    reader = operation
    for _ in range(_DEEPEST):
        maker = maker_of(trace, part, reader)
        if maker is None:
            return None
        names = {one.name for one in maker.outputs if one.hash == part.hash}
        given = [one for one in maker.inputs if one.is_array() and len(one.shape or ()) == 1]
        for one in given:
            outcomes = numbers_of(one) if one.name in names or one.name in (None, "values") else None
            if outcomes is None or outcomes.dtype != scored.dtype or outcomes.size <= scored.size:
                continue
            if 1 < len(np.unique(outcomes)) <= _MOST_OUTCOMES:
                return _Cut(maker, outcomes, scored.size)
        same = next((one for one in given if one.hash == part.hash), None)
        if same is None:
            return None
        reader, part = maker, same
    return None


def _splitter(trace: Trace, operation: Operation, cut: _Cut) -> Site | None:
    """Return the one line that made the splitter of these rows, unless that keeps the shares of outcomes."""
    if cut.maker.name in CUTS_ONCE:
        kept = any(one.name == KEEPS_SHARES and one.kind != "none" for one in cut.maker.operands)
        return None if kept else cut.maker.user_site
    makers = own_before(trace, operation, FOLDS_IN_ORDER, _MOST)
    fitting = [one for one in makers if abs(cut.outcomes.size / _number_of_folds(one) - cut.rows) < 1]
    sites = {one.user_site for one in fitting}
    return sites.pop() if len(sites) == 1 else None


def _number_of_folds(maker: Operation) -> int:
    given = [one.literal for one in maker.arguments if one.name == SPLITS or one.position == 0]
    return next((one for one in given if type(one) is int and one > 1), USUAL_SPLITS)
