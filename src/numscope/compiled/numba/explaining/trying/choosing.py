"""The first change that works, of all that are worth trying."""

from __future__ import annotations

import contextlib
import dataclasses
import os
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
    """A change that works with its verdict, if there is one; how many were tried, and in what processor time.

    python: what the function does on these inputs without Numba; None: it could not be run.
    """

    change: Change | None
    verdict: Verdict | None
    tried: int
    seconds: float
    python: Verdict | None = None


def choose(case: Case, diagnosis: Diagnosis, budget_s: float) -> Chosen:
    """Try changes until one compiles and agrees with Python.

    Second best is one that leaves a part to Python, third one that could only be compiled. Where Python refuses the
    call as well there is nothing to agree with: only the change of the rule that named the cause is tried.
    """
    best: tuple[Change, Verdict] | None = None
    python: Verdict | None = None
    count, before = 0, _spent_by_children()
    if case.failure.function is None or not can_try():
        return Chosen(None, None, 0, 0.0)

    def proposing(inputs: Inputs | None) -> list[Change]:
        seen = seen_by_python(case.failure, inputs, case.line, case.source.path)
        return [
            dataclasses.replace(change, ran=_runs(change, seen, case.source.path))
            for change in candidates(case, diagnosis, seen)
        ]

    with contextlib.closing(try_changes(case.failure, proposing, budget_s)) as all_tried:
        for tried in all_tried:
            change, verdict = tried.change, tried.verdict
            if change is None or verdict is None:
                python = verdict or python
                continue
            count += verdict.outcome is not Outcome.NOT_TRIED
            if _counts(change, verdict) and (best is None or _rank(change, verdict) < _rank(*best)):
                best = change, verdict
            if best is not None and _enough(best, tried.seconds, budget_s):
                break
    change_, verdict_ = best or (None, None)
    return Chosen(change_, verdict_, count, _spent_by_children() - before, python)


def _spent_by_children() -> float:
    """Return the processor time of the children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _counts(change: Change, verdict: Verdict) -> bool:
    return change.ran and (verdict.agrees or (verdict.works and not change.means_other))


def _rank(change: Change, verdict: Verdict) -> int:
    return 2 if not verdict.agrees else int(change.last_resort)


def _enough(best: tuple[Change, Verdict], spent_s: float, budget_s: float) -> bool:
    """Tell whether to stop: at the first good change, and with a last resort at half of the time."""
    return _rank(*best) == 0 or (_rank(*best) == 1 and spent_s > budget_s / 2)


def _runs(change: Change, seen: Seen, file: str) -> bool:
    """Tell whether a line that a change replaces ran, if it replaces lines of the function's body."""
    lines = {line for edit in change.edits for line in range(edit.first, edit.last + 1)} & seen.could
    return change.file != file or not lines or not seen.ran or bool(lines & set(seen.ran))
