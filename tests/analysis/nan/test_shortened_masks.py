"""`nan` blames a mask that keeps one place less than each row has, where rows of one place are left with none."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

# {}: the comparison, in line 3. Both divide 0 by 0, or subtract -inf from -inf, in rows that keep nothing.
MEANS = (
    "lengths = np.array({lengths})\n"
    "def inside(lengths):\n"
    "    return {comparison}\n"
    "words = np.arange(48.0).reshape(4, 4, 3)\n"
    "mask = inside(lengths)\n"
    "total = (words * mask[:, :, None]).sum(axis=1)\n"
    "print((total / mask.sum(axis=1)[:, None]).sum())"
)
ATTENTION = (
    "lengths = np.array({lengths})\n"
    "def inside(lengths):\n"
    "    return {comparison}\n"
    "score = np.where(inside(lengths), np.linspace(-1, 1, 16).reshape(4, 4), -np.inf)\n"
    "weight = np.exp(score - score.max(axis=1, keepdims=True))\n"
    "print((weight / weight.sum(axis=1, keepdims=True)).sum())"
)
SHORT = (
    "np.arange(4) < lengths[:, None] - 1",
    "np.arange(1, 5) < lengths[:, None]",
    "np.arange(4) <= lengths[:, None] - 2",
)


@pytest.mark.parametrize("program", [MEANS, ATTENTION])
@pytest.mark.parametrize("comparison", SHORT)
def test_a_mask_that_is_one_short(tmp_path: Path, program: str, comparison: str) -> None:
    line, sentence = first(tmp_path, program.format(lengths="[3, 1, 2, 4]", comparison=comparison))
    assert line == 3, sentence
    assert "nothing of 1 of 4 rows, which has one" in sentence


@pytest.mark.parametrize("program", [MEANS, ATTENTION])
def test_a_mask_of_all_places(tmp_path: Path, program: str) -> None:
    whole = program.format(lengths="[3, 1, 2, 4]", comparison="np.arange(4) < lengths[:, None]")
    assert blamed(report(tmp_path, whole)) == []


@pytest.mark.parametrize("program", [MEANS, ATTENTION])
def test_a_row_without_places(tmp_path: Path, program: str) -> None:
    """A row of length 0 keeps nothing by a mask that is right: the line that computes with it is to blame."""
    empty = program.format(lengths="[3, 0, 2, 4]", comparison="np.arange(4) < lengths[:, None]")
    assert first(tmp_path, empty)[0] > 4
