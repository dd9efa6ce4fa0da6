"""`nan` blames the number by which a slice that blanks a part passes the end, where nothing is left to divide by."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

# {}: the number, in line 6; of the last one the slice itself, since the number is computed.
BLANKED = {
    "a mapping of tuples": (
        "hours = np.arange(72)\ndef usable(start, days):\n    keep = np.ones(hours.size, dtype=bool)\n"
        "    keep[start : start + 24 * days] = False\n    return keep\ngaps = {{'a': (10, 1), 'b': (0, {})}}\n"
        "means = []\nfor name in gaps:\n    keep = usable(*gaps[name])\n    means.append((keep / keep.sum()).max())\n"
        "print(np.mean(means))"
    ),
    "a list of settings": (
        "level = np.linspace(1.0, 2.0, 60)\ndef quiet(level, begin, seconds):\n    weight = np.ones(60)\n"
        "    weight[begin : begin + seconds * 10] = 0.0\n    return (level * weight).sum() / weight.sum()\n"
        "pauses = [(5, 2), (0, {})]\nprint(np.sum([quiet(level, begin, seconds) for begin, seconds in pauses]))"
    ),
    "one number": (
        "def weights(count, burn):\n    weight = np.ones(count)\n    weight[:burn] = 0\n    return weight\n"
        "chain = np.linspace(0.0, 1.0, 50)\nBURN = {}0\nweight = weights(chain.size, burn=BURN)\n"
        "print((chain * weight).sum() / weight.sum())"
    ),
}
COMPUTED = (
    "def weights(count, burn):\n    weight = np.ones(count)\n    weight[: burn.max()] = 0\n    return weight\n"
    "weight = weights(50, np.arange(60))\nprint((np.ones(50) * weight).sum() / weight.sum())"
)
DATA = (
    "def weights(count):\n    weight = np.zeros(count)\n    weight[:100] = 0\n    return weight\n"
    "weight = weights(50)\nprint((np.ones(50) * weight).sum() / weight.sum())"
)


@pytest.mark.parametrize("case", BLANKED)
def test_a_slice_that_passes_the_end_and_leaves_nothing(tmp_path: Path, case: str) -> None:
    line, sentence = first(tmp_path, BLANKED[case].format("48"))
    assert line == 6, sentence
    assert "beyond the " in sentence


@pytest.mark.parametrize("case", BLANKED)
def test_a_slice_that_leaves_something(tmp_path: Path, case: str) -> None:
    assert blamed(report(tmp_path, BLANKED[case].format("2"))) == []


def test_a_slice_of_a_computed_length(tmp_path: Path) -> None:
    line, sentence = first(tmp_path, COMPUTED)
    assert line == 3, sentence
    assert "ends at 59, beyond the 50 there are" in sentence


def test_zeros_that_no_slice_made(tmp_path: Path) -> None:
    assert first(tmp_path, DATA)[0] == 6
