"""Compiled functions that look for NaN, compiled under the assumption that there is none: the option is to blame."""

from __future__ import annotations

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.without_nan import option_without_nan
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.compiled import OPTION
from numscope.trace import Operation, Site, Trace

_ADVICE = f"Take `{OPTION}` away, or give only the flags that you need: `{OPTION}={{'reassoc', 'contract'}}`."


def assumption(trace: Trace, operation: Operation) -> Root | None:
    """Return the option of a compiled function that later took NaN although it leaves them out in its source."""
    site = operation.user_site or operation.site
    found = None if site is None else option_without_nan(trace, operation)
    return None if site is None or found is None else _root(site, *found)


def _root(site: Site, function: str, made: Site) -> Root:
    said = (
        f"lets the compiler assume that there is no NaN: `{function}` looks for them, its result holds some; "
        f"the first ones come from {line_of(site, made)}"
    )
    return Root(made, Cause(said, _ADVICE))
