"""Totals in short types in compiled functions: the line that begins one that is wrong is named."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="Numba is not installed")

import numscope
from numscope.analysis.check_up import check_up

Function = Callable[[np.ndarray], object]
# Above 2**24 steps of float32 are 2: what is smaller than 1 is lost.
_MANY = 20_000_000


@numba.njit
def total_of_all(drops):
    total = np.float32(0.0)  # fault
    for place in range(drops.size):
        total += drops[place]
    return total


@numba.njit
def levels_after_each_part(parts, drops):
    levels = np.zeros(parts)
    level = np.float32(0)  # fault
    each = drops.size // parts
    for part in range(parts):
        for place in range(each):
            level += drops[part * each + place]
        levels[part] = level
    return levels


@numba.njit
def total_in_double(drops):
    total = 0.0
    for place in range(drops.size):
        total += drops[place]
    return total


@numba.njit
def totals_of_short_parts(parts, drops):
    levels = np.zeros(parts)
    each = drops.size // parts
    level = np.float32(0)
    for part in range(parts):
        level = np.float32(0)
        for place in range(each):
            level += drops[part * each + place]
        levels[part] = level
    return levels


def _found(ask: Callable[[], object], path: Path) -> list[tuple[str, int]]:
    with numscope.record(path):
        ask()
    with numscope.open(path) as trace:
        return [(one.kind, one.line) for one in check_up(trace).findings]


def _drops(count: int, dtype: str = "float32") -> np.ndarray:
    return np.full(count, 1.0, dtype) * np.dtype(dtype).type(0.9)


def _line(function: Function) -> int:
    lines, first = inspect.getsourcelines(function.py_func)
    return first + next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))


def test_a_total_that_gets_too_large_is_named_where_it_begins(tmp_path: Path) -> None:
    drops = _drops(_MANY)
    asked = (lambda: total_of_all(drops), lambda: levels_after_each_part(60, drops))
    for number, (ask, function) in enumerate(zip(asked, (total_of_all, levels_after_each_part), strict=True)):
        assert _found(ask, tmp_path / f"{number}.numscope") == [("saturation", _line(function))]


def test_totals_that_are_right_are_not(tmp_path: Path) -> None:
    def ask() -> None:
        total_of_all(_drops(1000))
        # Numbers of float64 make the total one of float64.
        total_of_all(_drops(_MANY, "float64"))
        total_in_double(_drops(_MANY))
        totals_of_short_parts(4, _drops(400_000))

    assert _found(ask, tmp_path / "t.numscope") == []
