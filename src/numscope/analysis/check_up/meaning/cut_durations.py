"""Durations of which only the part below a day is taken: `.dt.seconds` of 2 days and 1 hour is 3600."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "meaning"
_PARTS = ("seconds", "microseconds", "nanoseconds")
_DAY = np.timedelta64(1, "D")
# Who takes the days as well puts the parts together.
_DAYS = re.compile(r"\.days\b|\.components\b")
_FIX = "take the whole duration: `.dt.total_seconds()`, or divide by `pd.Timedelta(hours=1)`"


def cut_durations(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take such a part of durations which are longer than a day, or negative."""
    calls = [call for call in evidence.named(*_PARTS) if not _DAYS.search(call.text)]
    yield from first_faults(evidence, KIND, evidence.operations(calls), _problem, _FIX)


def _problem(operation: Operation) -> str | None:
    durations = next((one for one in operation.operands if (one.dtype or "").startswith("timedelta64")), None)
    values = None if durations is None else value_of(durations)
    if values is None:
        return None
    known = np.asarray(values)[~np.isnat(values)]
    cut = known[(known >= _DAY) | (known < np.timedelta64(0, "D"))]
    if not cut.size:
        return None
    part = operation.name.rpartition(".")[2]
    return (
        f"takes of each duration what is left below a day: {cut.size:,} of {known.size:,} are longer or negative, the "
        f"longest of {known.max() / _DAY:.3g} days, and `{part}` leaves out their days"
    )
