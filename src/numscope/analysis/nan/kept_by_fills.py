"""NaN that a line was to drop or fill and left, since the library takes only its own null for missing."""

from __future__ import annotations

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_behind
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.skipping import FOR_NULLS, NAN_TOO
from numscope.trace import Operation, Trace

_MOST = 20


def kept_nan(trace: Trace, operation: Operation) -> Root | None:
    """Return the first later line that deals with nulls alone where its input holds NaN, and its result, too."""
    for later in own_behind(trace, operation, (), FOR_NULLS, _MOST):
        left, site = sum(map(nans_of, later.outputs)), later.user_site
        if site is not None and left and sum(map(nans_of, later.inputs)):
            name = later.name.rpartition(".")[2]
            said = f"leaves {left:,} NaN: `{name}` takes only null for missing{at_line_of(operation)}"
            return Root(
                site, Cause(said, f"Deal with NaN as well: `{NAN_TOO[name]}`, or `fill_nan(None)` first.")
            )
    return None
