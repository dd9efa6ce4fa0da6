"""What a check-up finds in a function of a test that is recorded in this process."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numscope
from numscope.analysis.check_up import check_up


def found_in(program: Callable[[], object], path: Path) -> list[tuple[str, int]]:
    """Return the kinds of the findings, and their lines counted from the first of the function."""
    with numscope.record(path):
        program()
    _, first = inspect.getsourcelines(program)
    with numscope.open(path) as trace:
        return [(one.kind, one.line - first) for one in check_up(trace).findings]
