"""`diff` names a fault of a new line that the second run shows by itself, and says what it is."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.compared_programs import named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import Diff, diff
from numscope.views.diff import diff_view

pytest.importorskip("numscope._core", reason="the native core is not built")

BALLOON = """
    import numpy as np

    pressure = np.linspace(1000.0, 50.0, 40)
    ozone = 2.0 + 6.0 * np.exp(-(((pressure - 150.0) / 80.0) ** 2))
    order = np.argsort(pressure)
    at = np.interp([120.0, 300.0, 700.0], pressure[order], ozone[order])
    total = at.sum()
    print(f"{total:.3f}")
"""
BALLOON_AS_FUNCTIONS = """
    import numpy as np

    LEVELS = np.array([120.0, 300.0, 700.0])

    def sounding(count=40):
        pressure = np.linspace(1000.0, 50.0, count)
        bump = np.exp(-(((pressure - 150.0) / 80.0) ** 2))
        return pressure, 2.0 + 6.0 * bump

    def at_levels(pressure, ozone, levels=LEVELS):
        SORTED
        return np.interp(levels, pressure, ozone)

    def main():
        pressure, ozone = sounding()
        found = at_levels(pressure, ozone)
        print(f"{(found * FACTOR).sum():.3f}")

    main()
"""
SORTED = "pressure, ozone = pressure[::-1], ozone[::-1]"


def compared(folder: Path, before: str, after: str) -> Diff:
    """Record both programs, and compare them."""
    folder.mkdir(exist_ok=True)
    first = recorded_text(folder / "1", "program.py", before)
    second = recorded_text(folder / "2", "program.py", after)
    return diff(numscope.open(first), numscope.open(second))


def shown(answer: Diff) -> str:
    """Return what the terminal shows."""
    console = Console(file=StringIO(), width=80)
    console.print(diff_view(answer))
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_line_is_named_whose_fault_the_second_run_shows(tmp_path: Path) -> None:
    found = compared(
        tmp_path, BALLOON, BALLOON_AS_FUNCTIONS.replace("SORTED", "pass").replace("FACTOR", "1.0")
    )
    assert named(found) == "return np.interp(levels, pressure, ozone)"
    assert found.verdict.fault is not None
    assert "by itself the second run shows: `interp` takes" in " ".join(shown(found).split())


def test_what_is_right_by_itself_is_no_fault(tmp_path: Path) -> None:
    right = BALLOON_AS_FUNCTIONS.replace("SORTED", SORTED)
    assert compared(tmp_path / "equal", BALLOON, right.replace("FACTOR", "1.0")).equal
    other = compared(tmp_path / "other", BALLOON, right.replace("FACTOR", "1.1"))
    assert not other.equal
    assert other.verdict.fault is None


def test_a_fault_of_both_programs_is_not_what_differs(tmp_path: Path) -> None:
    faulty = BALLOON.replace("order = np.argsort(pressure)", "order = slice(None)")
    rewritten = BALLOON_AS_FUNCTIONS.replace("SORTED", "pass")
    assert compared(tmp_path / "equal", faulty, rewritten.replace("FACTOR", "1.0")).equal
    other = compared(tmp_path / "other", faulty, rewritten.replace("FACTOR", "1.1"))
    assert other.verdict.fault is None
    assert named(other) == 'print(f"{(found * 1.1).sum():.3f}")'
