"""Fractions cut off where rounding left them just below a whole number: 0.29 * 100 becomes 28."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ROUNDED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "cast"
_CASTS = ("astype", "int_", "int64", "int32")
_FLOORS = ("trunc", "floor", "fix")
_PRECISE = (np.dtype(np.float64), np.dtype(np.float32))
_FRACTIONS = "role = 'input' and dtype in ('float64', 'float32') and list_product(shape) <= 1000000"
# Some roundings below; what is measured lies further away.
_ROUNDINGS = 16


def cut_fractions(evidence: Evidence) -> Iterator[Finding]:
    """Yield casts to whole numbers, and `floor`, of numbers of which some are whole but for rounding."""
    found = evidence.operations(evidence.named(*_CASTS, *_FLOORS), _FRACTIONS)
    yield from first_faults(evidence, KIND, found, _problem, ROUNDED)


def _problem(operation: Operation) -> str | None:
    both = (*operation.inputs[:1], *operation.outputs[:1])
    before, after = (numbers_of(one) for one in both) if len(both) == 2 else (None, None)
    if before is None or after is None or before.dtype not in _PRECISE or before.shape != after.shape:
        return None
    if after.dtype.kind == "f" and last_name(operation) not in _FLOORS:
        return None  # a cast to a shorter type
    with np.errstate(all="ignore"):
        nearest = np.rint(before)
        just_below = (np.abs(before) < np.abs(nearest)) & (
            np.abs(nearest - before) <= _ROUNDINGS * np.spacing(np.abs(nearest))
        )
        cut = just_below & (np.abs(after.astype(float)) < np.abs(nearest))
    if not cut.any():
        return None
    first = float(before[cut].flat[0])
    return (
        f"cuts off what rounding left just below a whole number, in {int(cut.sum()):,} of {cut.size:,} elements: "
        f"{first!r} becomes {after[cut].flat[0]}"
    )
