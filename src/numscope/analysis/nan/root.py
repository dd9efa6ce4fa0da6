"""The line behind an origin, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.trace import Operation, Site


@dataclass(frozen=True)
class Root:
    """The line to blame, and why."""

    site: Site
    cause: Cause


def at_line_of(operation: Operation, made: Site, what: str = "NaN") -> str:
    """Return what the sentence of a root at `made` ends with: "; line 12 makes NaN of it"."""
    called = operation.user_site or operation.site
    return f"; {line_of(called, made)} makes {what} of it" if called is not None else ""


def left_by(operation: Operation) -> str:
    """Return what an operation left that is not finite, for `at_line_of`: "an infinity" where it left no NaN."""
    known = [one.statistics for one in operation.outputs if one.statistics is not None]
    return (
        "an infinity"
        if any(one.infinities for one in known) and not any(one.nans for one in known)
        else "NaN"
    )
