"""Tables whose labels do not fit are told; those that fit are not."""

from __future__ import annotations

from pathlib import Path

import pytest

pd = pytest.importorskip("pandas", reason="pandas is not installed")

import numscope
from numscope.analysis.check_up import check_up


def _kinds(path: Path) -> list[tuple[str, str]]:
    with numscope.open(path) as trace:
        return [(one.kind, one.problem) for one in check_up(trace, limit=100).findings]


def test_labels_that_each_side_lacks_are_told(tmp_path: Path) -> None:
    first = pd.Series([1.0, 2.0, 3.0], index=[0, 1, 2])
    second = pd.Series([1.0, 2.0, 3.0], index=[1, 2, 3])
    with numscope.record(tmp_path / "t.numscope"):
        total = (first + second).mean()
    assert total == 4.0
    ((kind, problem),) = _kinds(tmp_path / "t.numscope")
    assert kind == "alignment"
    assert (
        "of 3 and 3 rows only 2 have the same labels: the result has 4 rows, 2 of its values are NaN"
        in problem
    )


def test_labels_in_another_order_and_gaps_of_the_data_are_not(tmp_path: Path) -> None:
    first = pd.Series([1.0, 2.0, 3.0], index=["a", "b", "c"])
    second = pd.Series([1.0, float("nan"), 3.0], index=["c", "a", "b"])
    with numscope.record(tmp_path / "t.numscope"):
        parts = (first + second).sum(), (first - first.shift(1)).sum(), (first * 2.0).sum()
    assert parts[2] == 12.0
    assert "alignment" not in {kind for kind, _ in _kinds(tmp_path / "t.numscope")}
