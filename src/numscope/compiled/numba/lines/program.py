"""Run a script with its compiled lines timed, marked where they run, or their allocations counted."""

from __future__ import annotations

from collections.abc import Sequence

from numscope.compiled.numba.lines.allocations import Allocations
from numscope.compiled.numba.lines.answer import Lines, allocating_lines, covered_lines, timed_lines
from numscope.compiled.numba.lines.objects import Objects
from numscope.compiled.numba.lines.ran import RanLines
from numscope.compiled.numba.lines.sampling import Sampler
from numscope.compiled.numba.script import Outcome, run_script


def timed(script: str, arguments: Sequence[str]) -> tuple[Lines, Outcome]:
    """Run `script`; return the time of its compiled lines, and how it ended."""
    sampler = Sampler()
    with Objects() as objects, sampler:
        outcome = run_script(script, arguments)
    return timed_lines(sampler, objects.code()), outcome


def covered(script: str, arguments: Sequence[str]) -> tuple[Lines, Outcome]:
    """Run `script`; return which of its compiled lines ran, and how it ended."""
    with RanLines() as ran:
        outcome = run_script(script, arguments)
    return covered_lines(ran), outcome


def allocated(script: str, arguments: Sequence[str]) -> tuple[Lines, Outcome]:
    """Run `script`; return what its compiled lines allocated, and how it ended."""
    with Allocations() as allocations:
        outcome = run_script(script, arguments)
    return allocating_lines(allocations), outcome
