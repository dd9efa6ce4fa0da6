"""Filters of pictures that keep the type of whole numbers: what they smooth loses its fractions, slopes their sign."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FLOATING_PICTURE
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "cast"
_SMOOTH = ("gaussian_filter", "gaussian_filter1d", "uniform_filter", "uniform_filter1d")
_SLOPES = ("sobel", "prewitt", "laplace", "gaussian_laplace")
_LOST = 0.03


def integer_filters(evidence: Evidence) -> Iterator[Finding]:
    """Yield smoothing of whole numbers that loses more than rounding may, and slopes of numbers without a sign."""
    found: set[int] = set()
    for call, operation in in_order(evidence, (*_SMOOTH, *_SLOPES), lambda call: "ndimage" in call.full_name):
        said = None if call.id in found else _lost(operation)
        if said is not None:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, said, FLOATING_PICTURE)


def _lost(operation: Operation) -> str | None:
    given = numbers_of(operation.inputs[0]) if operation.inputs else None
    made = numbers_of(operation.outputs[0]) if operation.outputs else None
    if (
        given is None
        or made is None
        or given.dtype.kind not in "iu"
        or made.dtype.kind not in "iu"
        or not given.size
    ):
        return None
    name = last_name(operation)
    if name in _SLOPES:
        if made.dtype.kind != "u" or given.min() == given.max():
            return None
        return f"`{name}` gives slopes in {made.dtype}: those below 0 go round, up to {int(made.max()):,}"
    before, after = float(given.sum(dtype=float)), float(made.sum(dtype=float))
    if given.min() < 0 or before == 0 or (before - after) / before < _LOST:
        return None
    return f"`{name}` gives {made.dtype}, as it is given, without fractions: {before:,.0f} in all became {after:,.0f}"
