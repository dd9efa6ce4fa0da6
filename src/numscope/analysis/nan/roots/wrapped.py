"""NaN of integers that went round: the line that left the range is to blame, not the root of a negative number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numscope.analysis.concepts.integer_arithmetic import (
    exact_elementwise,
    limits,
    wrong_reduction,
)
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.trace import Operand, Operation, Site, Trace

_ADVICE = "Compute in floating point (`a.astype(float)`), in a wider type, or in Python's own integers."
_DEEPEST = 4


def wrapped(trace: Trace, operation: Operation) -> Root | None:
    """Return the line at which integers that `operation` was given left their range; None if none did."""
    for maker, result in upstream(trace, operation, _may_have_wrapped, _DEEPEST):
        site = maker.user_site or maker.site
        if site is None or site.in_library or not _is_integer(result):
            continue
        problem = wrong_reduction(maker) or _wrong_elements(maker)
        if problem:
            return _root(site, operation, problem)
    return _wrapped_earlier(trace, operation)


def _root(site: Site, operation: Operation, problem: str) -> Root:
    return Root(
        site, Cause(f"leaves the range of its integers: {problem}{at_line_of(operation, site)}", _ADVICE)
    )


def _wrapped_earlier(trace: Trace, operation: Operation) -> Root | None:
    """Return the one earlier line at which integers went round, if `operation` is undefined for negative numbers.

    What went round may have been summed up element by element since, over a way too long to follow.
    """
    read = [one.statistics for one in operation.inputs if one.statistics is not None]
    if "invalid" not in operation.floating_point or not any(one.minimum < 0 for one in read):
        return None
    # Loaded here: few programs need it, and a check-up takes long to load.
    from numscope.analysis.check_up.evidence import Evidence
    from numscope.analysis.check_up.numbers.wraparound import wraparound

    found = [one for one in wraparound(Evidence(trace)) if one.operation < operation.id]
    site = operation.user_site or operation.site
    places = {(one.file, one.line) for one in found}
    if site is None or len(places) != 1 or site.place in places:
        return None
    return _root(replace(site, file=found[0].file, line=found[0].line), operation, found[0].problem)


def _may_have_wrapped(operand: Operand) -> bool:
    """Return whether to look behind an operand: integers, and what is negative and may be a mean of such."""
    return _is_integer(operand) or (operand.statistics is not None and operand.statistics.minimum < 0)


def _is_integer(operand: Operand) -> bool:
    return limits(operand.dtype) is not None


def _wrong_elements(operation: Operation) -> str | None:
    """Return how elements went round in an elementwise operation."""
    exact = exact_elementwise(operation)
    if exact is None or not exact[0]:
        return None
    count, true, made = exact
    return f"{int(np.asarray(true).flat[0])} became {int(np.asarray(made).flat[0])} ({count:,} such)"
