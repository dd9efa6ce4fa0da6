"""Infinities that the program lets pass, by `np.errstate(over="ignore")`: what makes NaN of them is to blame."""

from __future__ import annotations

from numscope.analysis.concepts.allowed_overflow import may_overflow
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.trace import Operation, Trace


def let_overflow(trace: Trace, operation: Operation, first_nan: Operation) -> Root | None:
    """Return the line of `first_nan`, if `operation` overflowed where the program says that it may.

    None if both stand at one line, or if that of `first_nan` is outside: there nobody expects an infinity.
    """
    site, made = operation.user_site, first_nan.user_site
    if site is None or made is None or made.in_library or made.place == site.place:
        return None
    if "overflow" not in operation.floating_point or made.file != site.file:
        return None
    if not {site.line, made.line} <= may_overflow(trace.sources.text(site.file) or ""):
        return None
    found = explain(first_nan, made.source)
    if found is None:
        return None
    said = f"{found.sentence}; {line_of(site, made)} overflows, which the program lets pass"
    return Root(made, Cause(said, found.advice))
