"""NaN that a line was to drop or fill and left, since the library takes only its own null for missing."""

from __future__ import annotations

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_behind
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.user_lines import statement_at
from numscope.operations.lore.skipping import FOR_NULLS, NAN_TOO, TAKES_EXPRESSIONS
from numscope.trace import Operation, Site, Trace

_MOST = 20
_EITHER = f"{FOR_NULLS}|{TAKES_EXPRESSIONS}"


def kept_nan(trace: Trace, operation: Operation) -> Root | None:
    """Return the first later line that deals with nulls alone where its input holds NaN, and its result, too."""
    for later in own_behind(trace, operation, (), _EITHER, _MOST):
        left, site = sum(map(nans_of, later.outputs)), later.user_site
        name = None if site is None else _dealing(trace, later, site)
        if site is not None and name is not None and left and sum(map(nans_of, later.inputs)):
            said = f"leaves {left:,} NaN: `{name}` takes only null for missing{at_line_of(operation, site)}"
            return Root(
                site, Cause(said, f"Deal with NaN as well: `{NAN_TOO[name]}`, or `fill_nan(None)` first.")
            )
    return None


def _dealing(trace: Trace, later: Operation, site: Site) -> str | None:
    """Return the function that deals with nulls: the operation itself, or the one in its statement's expressions."""
    name = later.name.rpartition(".")[2]
    if name in NAN_TOO:
        return name
    statement = statement_at(trace, site)
    return next((one for one in NAN_TOO if f".{one}(" in statement), None)
