"""`nan` blames what made the values that a test found not finite, not the line that then writes NaN in their place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

# {}: counts, of which line 2 makes shares.
FALLBACKS = {
    "by a condition in an expression": (
        "counts = np.array({})\nshares = counts / counts.sum()\ndef means(shares):\n"
        "    return shares * 2.0 if np.isfinite(shares).all() else np.full(3, np.nan)\nprint(means(shares).sum())"
    ),
    "before a function returns": (
        "counts = np.array({})\nshares = counts / counts.sum()\ndef spread(shares):\n"
        "    bad = np.isnan(shares)\n    if bad.any():\n        return float('nan')\n    return float(shares.std())\n"
        "spreads = [spread(shares), 0.3]\nprint(np.mean(spreads))"
    ),
    "in a table": (
        "import pandas as pd; counts = pd.Series({})\nshares = counts / counts.sum()\n"
        "mean = float(shares.to_numpy().mean()) if shares.notna().all() else np.nan\n"
        "print(np.mean([mean, 0.5]))"
    ),
}
FROM_DATA = (
    "heights = np.array([1.0, np.nan, 3.0])\ndef mean(heights):\n    if np.isnan(heights).any():\n"
    "        return np.nan\n    return heights.mean()\nprint(np.sum([mean(heights), 1.0]))"
)
OF_ANOTHER_TEST = (
    "counts = np.array([0.0, 0.0])\nwith np.errstate(invalid='ignore'):\n    shares = counts / counts.sum()\n"
    "shares = np.where(np.isnan(shares), 0.0, shares)\nmean = shares.mean() if len(counts) > 2 else np.nan\n"
    "print(np.mean([mean, 0.5]))"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", FALLBACKS)
def test_a_test_that_found_nan_of_arithmetic(tmp_path: Path, case: str) -> None:
    if "table" in case:
        pytest.importorskip("pandas", reason="pandas is not installed")
    line, sentence = first(tmp_path, FALLBACKS[case].format("[0.0, 0.0, 0.0]"))
    assert line == 2, sentence
    assert "divides 0 by 0" in sentence


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", FALLBACKS)
def test_a_test_that_found_nothing(tmp_path: Path, case: str) -> None:
    if "table" in case:
        pytest.importorskip("pandas", reason="pandas is not installed")
    assert blamed(report(tmp_path, FALLBACKS[case].format("[1.0, 0.0, 3.0]"))) == []


def test_a_test_that_found_missing_data(tmp_path: Path) -> None:
    assert first(tmp_path, FROM_DATA)[0] == 1


def test_a_condition_on_something_else(tmp_path: Path) -> None:
    assert first(tmp_path, OF_ANOTHER_TEST)[0] == 5
