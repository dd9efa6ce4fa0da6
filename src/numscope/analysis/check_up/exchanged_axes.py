"""Arrays that are reshaped to the same axes in another order: their numbers stay in the old order, and mix."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import TRANSPOSE
from numscope.trace import Operation

KIND = "axes"
_RESHAPES = ("reshape", "view")
# Of two axes, a row that is cut into equal parts has the same numbers in the other order.
_LEAST_AXES = 3


def exchanged_axes(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that reshape where a transpose is meant."""
    found = evidence.operations(evidence.named(*_RESHAPES))
    yield from first_faults(evidence, KIND, found, _problem, TRANSPOSE)


def _problem(operation: Operation) -> str | None:
    # Composites of PyTorch reshape inside, at the program's line.
    inside = operation.parent is not None or not operation.user_visible
    if not operation.inputs or not operation.outputs or ("::" in operation.name and inside):
        return None
    before, after = operation.inputs[0].shape or (), operation.outputs[0].shape or ()
    # Axes of one element can be anywhere.
    old, new = ([length for length in shape if length > 1] for shape in (before, after))
    if len(old) < _LEAST_AXES or len(before) != len(after) or old == new or sorted(old) != sorted(new):
        return None
    return (
        f"{before} is reshaped to {after}: the same axes in another order, and the numbers stay where they are, so "
        f"that each row of the result mixes several of the array's"
    )
