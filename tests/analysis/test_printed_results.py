"""Whether two texts that programs printed say the same."""

from __future__ import annotations

import pytest

from numscope.analysis.diff.printed_results import says_the_same


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("mean 0.5", "mean  0.5\n"),
        ("[1.25 2.5]", "[1.25, 2.5]"),
        ("{'a': np.float64(1.5)}", "{'a': 1.5}"),
        ("array([0.25])", "tensor([0.25])"),
        ("sum 12.34567", "sum 12.34568"),
        ("-0.0000", "0.0000"),
        ("1.3877787807814457e-17", "0.0"),
        ("1.0", "1.00"),
        ("1e-05", "0.00001"),
        ("nan 2", "nan 2"),
    ],
)
def test_the_same_is_said(first: str, second: str) -> None:
    assert says_the_same(first, second)
    assert says_the_same(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("mean 0.5", "mean 0.6"),
        ("sum 12.34567", "sum 12.34569"),
        ("12345678 rows", "12345679 rows"),
        ("0.51", "0.52"),
        ("best: reed 1.5", "best: mill 1.5"),
        ("1.5 2.5", "2.5 1.5"),
        ("1.5", "1.5 2.5"),
        ("1.5", "-1.5"),
        ("-0.04032328771586835", "0.0"),
        ("nan 2", "1 2"),
        ("done", "done"),
        ("", ""),
    ],
)
def test_something_else_is_said(first: str, second: str) -> None:
    assert not says_the_same(first, second)
    assert not says_the_same(second, first)
