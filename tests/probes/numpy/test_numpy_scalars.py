"""NumPy scalars' own arithmetic: recorded when asked for, and only then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope

x, y = np.float64(1.5), np.float64(2.5)
i, flag, day = np.int64(6), np.bool_(True), np.datetime64("2024-01-02")
FLAG = type(flag).__name__
OPERATIONS: list[tuple[Callable[[], Any], str]] = [
    (lambda: x + y, "numpy.float64.__add__"),
    (lambda: 2 - x, "numpy.float64.__sub__"),
    (lambda: x**2, "numpy.float64.__pow__"),
    (lambda: -x, "numpy.float64.__neg__"),
    (lambda: x == y, "numpy.float64.__eq__"),
    (lambda: x < y, "numpy.float64.__lt__"),
    (lambda: i // 4, "numpy.int64.__floordiv__"),
    (lambda: i & 3, "numpy.int64.__and__"),
    (lambda: ~i, "numpy.int64.__invert__"),
    (lambda: int(i), "numpy.int64.__int__"),
    (lambda: float(x), "numpy.float64.__float__"),
    (lambda: bool(flag), f"numpy.{FLAG}.__bool__"),
    (lambda: flag & flag, f"numpy.{FLAG}.__and__"),
    (lambda: np.float32(1) * np.float32(2), "numpy.float32.__mul__"),
    (lambda: np.complex128(1j) * 2, "numpy.complex128.__mul__"),
    (lambda: x.is_integer(), "numpy.float64.is_integer"),
    (lambda: x.sum(), "numpy.generic.sum"),
    (lambda: x.real, "numpy.generic.real"),
    (lambda: np.float64(3), "numpy.float64"),
]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[set[str]]:
    from numscope import _core

    found = []
    path = tmp_path_factory.mktemp("scalars") / "scalars.numscope"
    with numscope.record(path, scalars=True, values="none") as recording:
        for function, _ in OPERATIONS:
            begin = _core.counters()["operations"]
            function()
            found.append((begin, _core.counters()["operations"]))
    all_names = [operation.name for operation in recording.open()]
    return [set(all_names[begin:end]) for begin, end in found]


@pytest.mark.parametrize("number", range(len(OPERATIONS)), ids=[name for _, name in OPERATIONS])
def test_each_operation_of_a_scalar_is_recorded(number: int, names: list[set[str]]) -> None:
    assert OPERATIONS[number][1] in names[number]


def test_unasked_no_scalar_is_recorded(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "plain.numscope") as recording:
        for function, _ in OPERATIONS:
            function()
    expected = {name for _, name in OPERATIONS}
    assert not expected & {operation.name for operation in recording.open()}


def test_a_date_ends_in_the_ufunc_even_unasked(tmp_path: Path) -> None:
    """Such scalars have no arithmetic of their own: they are converted to arrays."""
    with numscope.record(tmp_path / "day.numscope") as recording:
        day + 1
    assert "numpy.add" in {operation.name for operation in recording.open()}
