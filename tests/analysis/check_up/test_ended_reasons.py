"""A program that ends with an exception is told why in its own names, with the values, and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.check_up.ended_programs import PROGRAMS, Ended
from tests.analysis.check_up.test_ended_by import found

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.mark.sweep(7)
@pytest.mark.parametrize("ended", PROGRAMS, ids=[one.name for one in PROGRAMS])
def test_why_it_ended(tmp_path: Path, ended: Ended) -> None:
    (finding,) = found(tmp_path, ended.program)
    assert ended.problem in finding.problem
    assert ended.fix in finding.fix


@pytest.mark.parametrize(
    ("program", "said"),
    [
        # Another expression of the line might be the one that raised: no name is given.
        ("a, b = np.arange(3), np.arange(9)\nprint(b[7] + a[7])\n", "the int64 (3,) has 3 elements"),
        (
            "raise IndexError('index 3 is out of bounds for axis 0 with size 3')\n",
            "IndexError: index 3 is out",
        ),
        ("np.arange(3.0).sum()\n{}['price']\n", "KeyError: 'price'"),
    ],
)
def test_no_more_is_said_than_is_known(tmp_path: Path, program: str, said: str) -> None:
    (finding,) = found(tmp_path, program)
    assert said in finding.problem
