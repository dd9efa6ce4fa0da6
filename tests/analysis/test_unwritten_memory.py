"""Memory that nobody has written is no origin of NaN until it is read, whichever operation gave it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.matlib
import pytest

import numscope
from numscope.cli.main import main

_core = pytest.importorskip("numscope._core", reason="the native core is not built")

SIZE = 4096
GIVING: dict[str, Callable[[], Any]] = {
    "numpy.empty": lambda: np.empty(SIZE),
    "numpy.empty_like": lambda: np.empty_like(np.zeros(SIZE)),
    "numpy.ndarray": lambda: np.ndarray((SIZE,)),
    "numpy.ndarray of a subclass": lambda: np.ndarray.__new__(np.matrix, (1, SIZE)),
    "numpy.matlib.empty": lambda: np.matlib.empty((1, SIZE)),
    "numpy.ma.empty": lambda: np.ma.empty(SIZE),
    "numpy.ma.empty_like": lambda: np.ma.empty_like(np.zeros(SIZE)),
}


def with_nan(give: Callable[[], Any]) -> Any:
    """Memory that `give` gives, and that holds NaN from before."""
    for _ in range(100):
        # Each eight of them are a NaN. Several, for some of `GIVING` take memory for a template first.
        left = [bytearray(b"\xff" * 8 * SIZE) for _ in range(8)]
        del left
        given = give()
        _core.mute()
        holds_nan = np.isnan(np.asarray(given)).any()
        _core.unmute()
        if holds_nan:
            return given
    raise AssertionError("the memory of a bytearray was never given out again")


@pytest.mark.parametrize("give", GIVING.values(), ids=GIVING.keys())
def test_memory_that_is_filled_before_it_is_read_is_no_origin(
    give: Callable[[], Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        given = with_nan(give)
        given[...] = 1
        (given + 1).sum()
    assert main(["nan", str(tmp_path / "t.numscope")]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("give", GIVING.values(), ids=GIVING.keys())
def test_memory_that_is_read_first_is_an_origin(
    give: Callable[[], Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        np.multiply(np.asarray(with_nan(give)), 2)
    assert main(["nan", str(tmp_path / "t.numscope")]) == 1
    assert "read from memory that numpy.empty left as it was" in capsys.readouterr().out


def test_an_array_over_a_buffer_has_somebodys_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    buffer = bytearray(np.array([1.0, np.nan]).tobytes())
    with numscope.record(tmp_path / "t.numscope"):
        np.ndarray((2,), buffer=buffer) + 1
    assert main(["nan", str(tmp_path / "t.numscope")]) == 1
    shown = capsys.readouterr().out
    assert "numpy.empty left" not in shown
    assert "numpy.ndarray" in shown
