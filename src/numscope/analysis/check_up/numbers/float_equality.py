"""Rounded numbers that are compared by `==` with one that the program writes, and differ from it by rounding alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITH_TOLERANCE
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "equality"
_COMPARES = ("equal", "not_equal", "eq", "ne")
# Of the larger number, as units in the last place: what a few operations round.
_MOST_UNITS = 8


def float_equality(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that miss elements by `==` that only rounding keeps from being equal."""
    found = evidence.with_operand(
        evidence.named(*_COMPARES), "role = 'input' and kind = 'array' and dtype in ('float64', 'float32')"
    )
    yield from first_faults(evidence, KIND, found, _problem, WITH_TOLERANCE)


def _problem(operation: Operation) -> str | None:
    data = next((one for one in operation.inputs if one.kind == "array"), None)
    number = next((one.literal for one in operation.operands if one.kind == "float"), None)
    values: Any = None if data is None else numbers_of(data)
    if (
        data is None
        or values is None
        or not isinstance(number, float)
        or not np.isfinite(number)
        or number == 0
    ):
        return None
    written = values.dtype.type(number)
    off = np.abs(values - written)
    near = (off > 0) & (off <= _MOST_UNITS * np.spacing(np.abs(written)))
    if not near.any():
        return None
    count = np.count_nonzero(near)
    more = "1 more differs" if count == 1 else f"{count:,} more differ"
    equal = np.count_nonzero(values == written)
    return (
        f"`==` finds {equal:,} of {values.size:,} {data.dtype} equal to {number!r}; {more} by rounding alone: "
        f"{values[near].ravel()[0]}"
    )
