"""Searches for a minimum that end where they began: what is minimised does not change in small steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.arguments import numbers_at
from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import IN_LARGE_STEPS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "convergence"
# Where each takes its start.
_SEARCHES = {"minimize": (1, "x0"), "least_squares": (1, "x0"), "curve_fit": (3, "p0"), "leastsq": (1, "x0")}


def kept_starts(evidence: Evidence) -> Iterator[Finding]:
    """Yield the searches of which all numbers, or some, end exactly where they began, and nothing is said of limits."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _SEARCHES):
        if call.id in found or any(one.name in ("bounds", "constraints") for one in operation.operands):
            continue
        start = numbers_at(operation, *_SEARCHES[call.name.rpartition(".")[2]])
        end = _end(operation)
        if start is None or end is None or start.ravel().shape != end.shape or _ended_badly(operation):
            continue
        kept = np.flatnonzero(start.ravel() == end)
        if len(kept):
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, _said(kept, end), IN_LARGE_STEPS)


def _end(operation: Operation) -> Any:
    named = next((one for one in operation.outputs if one.name == "x"), None)
    result = named if named is not None else next((one for one in operation.outputs if one.is_array()), None)
    numbers = None if result is None else numbers_of(result)
    return numbers if numbers is not None and numbers.ndim == 1 and numbers.dtype.kind == "f" else None


def _ended_badly(operation: Operation) -> bool:
    """Return whether the search says itself that it failed."""
    return any(one.attributes.get("success") in (False, 0) for one in operation.outputs)


def _said(kept: Any, end: Any) -> str:
    if len(kept) == len(end):
        return (
            f"ends exactly where it began, in all {len(end):,} numbers: small steps change nothing of "
            "what is minimised"
        )
    names = ", ".join(f"[{place}] = {end[place]:g}" for place in kept[:3])
    return (
        f"{len(kept):,} of {len(end):,} numbers end exactly where they began ({names}): small steps of "
        "them change nothing"
    )
