"""A comparison of two programs of which one computes in plain Python, so that nothing of its run is recorded."""

from __future__ import annotations

from numscope.analysis.diff.causes.faults_alone import fault_alone
from numscope.analysis.diff.causes.formulas import formula
from numscope.analysis.diff.causes.pitfalls import pitfall
from numscope.analysis.diff.program_change import program_change
from numscope.analysis.diff.verdict import Verdict
from numscope.trace import Trace


def verdict_without_values(first: Trace, second: Trace) -> Verdict:
    """Return what is wrong in the second run by itself, or by both texts, as its cause.

    No value of the one run is there to be compared with, so that no line of the other is new.
    """
    program = program_change(first, second)
    fault = fault_alone(program, first, second)
    cause = fault.change if fault is not None else pitfall(first, second) or formula(first, second)
    finding = fault.finding if fault is not None else None
    return Verdict(False, True, cause, (), None, None, False, None, 0, program, fault=finding)
