"""`nan` blames the line by which a program takes the wrong part: before the first element, beyond a threshold."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

TOO_EARLY = {
    "a loop over days": (
        "sales = np.array([4.0, 5.0, 6.0, 7.0, 9.0, 3.0, 2.0, 5.0])\n"
        "means = []\n"
        "for day in range(len(sales)):\n"
        "    means.append(sales[day - 4 : day].mean())\n"
        "print(np.array(means).max())",
        3,
        "`sales[day - 4:day]` starts at -4",
    ),
    "a method that is given the place": (
        "class Baseline:\n"
        "    def __init__(self, width):\n"
        "        self.width = width\n"
        "    def spread(self, signal, place):\n"
        "        return np.std(signal[place - self.width : place])\n"
        "signal, baseline, total = np.sin(np.arange(30.0)), Baseline(5), 0.0\n"
        "for place, value in enumerate(signal):\n"
        "    total += abs(value) / baseline.spread(signal, place)\n"
        "print(total)",
        7,
        "starts at -5",
    ),
    "no loop": (
        "heights = np.array([9.0, 3.0, 8.0, 2.0, 1.0])\n"
        "peak = int(np.argmax(heights)) + 1\n"
        "before = heights[peak - 3 : peak]\n"
        "print(before.mean())",
        3,
        "`heights[peak - 3:peak]` starts at -2",
    ),
}
WRONG_SIDE = {
    "a function that gives the mask": (
        "counts = np.array([0.0, 0.0, 12.0, 30.0, 0.0, 25.0])\n"
        "def seen(values):\n"
        "    return values < 1\n"
        "kept = counts[seen(counts)]\n"
        "print(np.log10(kept).mean())",
        3,
        "keeps only the zeros of 6 values (less)",
    ),
    "a sum that is divided by": (
        "rain = np.array([0.0, 0.4, 0.0, 1.5, 2.0])\n"
        "wet = rain == 0\n"
        "total = np.sum(rain[wet])\n"
        "share = rain / total\n"
        "print(share.max())",
        2,
        "keeps only the zeros of 5 values (equal)",
    ),
}


@pytest.mark.parametrize("case", TOO_EARLY)
def test_a_slice_that_begins_before_the_first_element(tmp_path: Path, case: str) -> None:
    program, line, words = TOO_EARLY[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.parametrize("case", WRONG_SIDE)
def test_a_mask_of_the_wrong_side(tmp_path: Path, case: str) -> None:
    program, line, words = WRONG_SIDE[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.parametrize(
    "program",
    [
        "x = np.arange(9.0)\nprint(sum(x[max(0, day - 4) : day + 1].mean() for day in range(9)))",
        "x = np.array([0.0, 0.0, 3.0])\ndry = x <= 0\nprint(dry.sum(), x[dry].sum(), np.log(x[~dry]).mean())",
    ],
    ids=["a bounded start", "zeros that are wanted"],
)
def test_what_is_right_is_silent(tmp_path: Path, program: str) -> None:
    assert not report(tmp_path, program).origins


def test_zeros_of_a_group_are_the_datas(tmp_path: Path) -> None:
    """The mask was made of other values than those that it chooses from."""
    program = (
        "depth, group = np.array([0.0, 0.0, 3.0, 5.0]), np.array([1, 1, 2, 2])\n"
        "first = group == 1\n"
        "print(np.log(depth[first].mean()))"
    )
    assert first(tmp_path, program)[0] == 3
