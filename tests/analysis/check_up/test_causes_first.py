"""NaN of numbers that a cast had spoilt: the cast is named first, and NaN of another cause is not moved."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.check_up import check_up

pytest.importorskip("numscope._core", reason="the native core is not built")


def _kinds(trace: Path, power: np.ndarray, narrow: bool) -> list[str]:
    with numscope.record(trace), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        short = np.linspace(0, 70_000, 50).astype(np.int16)
        level = np.log((short if narrow else power) + 1.0)
        print(short.mean(), level.mean())
    with numscope.open(trace) as opened:
        return [one.kind for one in check_up(opened).findings]


def test_a_cast_stands_before_the_nan_that_comes_of_it(tmp_path: Path) -> None:
    assert _kinds(tmp_path / "a.numscope", np.ones(3), narrow=True)[:2] == ["cast", "nan"]


def test_nan_of_something_else_stays_first(tmp_path: Path) -> None:
    assert _kinds(tmp_path / "a.numscope", np.array([4.0, -9.0, 2.0]), narrow=False)[:2] == ["nan", "cast"]
