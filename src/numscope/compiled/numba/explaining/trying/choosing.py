"""The first change that works, of all that are worth trying."""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.trying.attempt import Inputs, Outcome, Verdict
from numscope.compiled.numba.explaining.trying.candidates import candidates
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.child import can_try, try_changes
from numscope.compiled.numba.explaining.trying.python_types import Seen, seen_by_python


@dataclass(frozen=True)
class Chosen:
    """A change that works with its verdict, if there is one; how many were tried, and in what time."""

    change: Change | None
    verdict: Verdict | None
    tried: int
    seconds: float
    python: Verdict | None = None


def choose(case: Case, diagnosis: Diagnosis, budget_s: float) -> Chosen:
    """Try changes until one compiles and agrees with Python; one that could only be compiled is the second best."""
    begun = time.monotonic()
    second: tuple[Change, Verdict] | None = None
    python: Verdict | None = None
    count = 0
    if case.failure.function is None or not can_try():
        return Chosen(None, None, 0, 0.0)

    def proposing(inputs: Inputs | None) -> list[Change]:
        seen = seen_by_python(case.failure, inputs, case.line, case.source.path)
        return [
            dataclasses.replace(change, ran=_runs(change, seen, case.source.path))
            for change in candidates(case, diagnosis, seen.types)
        ]

    for change, verdict in try_changes(case.failure, proposing, budget_s):
        if change is None:
            python = verdict
            continue
        count += 1
        if change.ran and verdict.outcome in (Outcome.AGREES, Outcome.AGREES_ON_SAMPLES):
            return Chosen(change, verdict, count, time.monotonic() - begun)
        if verdict.works and change.ran and second is None:
            second = change, verdict
    change_, verdict_ = second or (None, None)
    return Chosen(change_, verdict_, count, time.monotonic() - begun, python)


def _runs(change: Change, seen: Seen, file: str) -> bool:
    """Tell whether a line that a change replaces ran, if it replaces lines of the function's body."""
    lines = {line for edit in change.edits for line in range(edit.first, edit.last + 1)} & seen.could
    return change.file != file or not lines or not seen.ran or bool(lines & seen.ran)
