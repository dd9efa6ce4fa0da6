"""Arrays that are reshaped to the same axes in another order: their numbers stay in the old order, and mix."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import TRANSPOSE
from numscope.analysis.concepts.exchanged_axes import RESHAPES, exchanged
from numscope.trace import Operation

KIND = "axes"


def exchanged_axes(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that reshape where a transpose is meant."""
    found = evidence.operations(evidence.named(*RESHAPES))
    yield from first_faults(evidence, KIND, found, _problem, TRANSPOSE)


def _problem(operation: Operation) -> str | None:
    shapes = exchanged(operation)
    if shapes is None:
        return None
    before, after = shapes
    return (
        f"{before} is reshaped to {after}: the same axes in another order, and the numbers stay where they are, so "
        f"that each row of the result mixes several of the array's"
    )
