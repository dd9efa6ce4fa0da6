"""Times that are counted in seconds, and read as nanoseconds: all of them lie in the first minutes of 1970."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SAY_THE_UNIT
from numscope.analysis.concepts.kept_values import numbers_of, value_of
from numscope.trace import Operation

KIND = "meaning"
# The times from 1990 to 2060 in seconds; a unit is so many times finer.
_FROM, _TO = 6.3e8, 2.84e9
_UNITS = {"seconds": 1.0, "milliseconds": 1e3, "microseconds": 1e6}


def times_since_1970(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that make dates of 1970 of numbers that are times of our days in a coarser unit."""
    found = evidence.operations(evidence.named("to_datetime"), "role = 'input' and kind = 'array'")
    yield from first_faults(evidence, KIND, found, _problem, SAY_THE_UNIT)


def _problem(operation: Operation) -> str | None:
    numbers = next((numbers_of(one) for one in operation.inputs if one.is_array()), None)
    if numbers is None or numbers.dtype.kind not in "iuf" or not _are_of_1970(operation):
        return None
    known = numbers[np.isfinite(numbers)]
    for unit, finer in _UNITS.items():
        if known.size and known.min() >= _FROM * finer and known.max() <= _TO * finer:
            true = np.datetime64(int(known.min() / finer), "s")
            return f"makes dates of 1970 of all {known.size:,} numbers: {known.min():.0f} in {unit} is {true}"
    return None


def _are_of_1970(operation: Operation) -> bool:
    """Return whether all dates are of 1970, as the result says, or as no unit was given for numbers."""
    dates = next((value_of(one) for one in operation.outputs if one.is_array()), None)
    if dates is None:
        return all(one.kind == "object" for one in operation.arguments)
    days = np.asarray(dates)
    days = days[~np.isnat(days)] if days.dtype.kind == "M" else days[:0]
    return bool(days.size and (days.astype("datetime64[Y]").astype(int) == 0).all())
