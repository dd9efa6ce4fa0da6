"""`nan` blames choices that leave nothing out, keys read as missing, and differences that are rounding only."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, recorded, report

import numscope
from numscope.analysis.nan.nonfinite import find_nonfinite

pytest.importorskip("numscope._core", reason="the native core is not built")

CHOICE = """\
counts = np.array([[3.0, 1.0], [0.0, 0.0], [2.0, 2.0]])
chosen = counts.sum(axis=1) {comparison}
kept = counts[chosen]
shares = kept / kept.sum(axis=1, keepdims=True)
print(shares.mean())
"""
# The same choice by a border with a name, which stands in line 1.
BORDERS = {
    "a constant": (
        "FEWEST = {border}\nsums, counts = np.array([3.0, 1.0, 4.0]), np.array([2.0, 0.0, 3.0])\n"
        "keep = counts >= FEWEST\nprint((sums[keep] / counts[keep]).mean())"
    ),
    "a parameter's default": (
        "def means(sums, counts, fewest={border}):\n    keep = fewest <= counts\n"
        "    return sums[keep] / counts[keep]\n"
        "print(means(np.array([3.0, 1.0, 4.0]), np.array([2.0, 0.0, 3.0])).mean())"
    ),
}
# The mean of squares less `share` of the square of the mean, summed one by one as a stream is.
SPREAD = """\
squares = total = np.float32(0)
for value in (np.float32(410.1),) * 20:
    squares, total = squares + value * value, total + value
mean = total / np.float32(20)
spread = squares / np.float32(20) - {share} * (mean * mean)
print(np.sqrt(spread))
"""
KEYS = """\
import io
import pandas as pd
stamps = pd.read_csv(io.StringIO("country,price\\nCH,1\\n{first},2\\nNO,3\\n"))
factors = pd.Series({{"CH": 1.0, "{second}": 2.0, "NO": 3.0}})
value = stamps["price"] * stamps["country"].map(factors)
print(float(value.to_numpy().sum()))
"""
SPREADS = """\
import xarray as xr
levels = xr.DataArray(np.arange(40.0), dims="time")
slow = levels.rolling(time=9).mean()
less = levels - slow
centred = less - less.mean(skipna=False)
print(float(centred.sum(skipna=False)))
"""


@pytest.mark.parametrize(("comparison", "line"), [(">= 0", 2), (">= -1", 4), ("<= 4", 4)])
def test_a_choice_that_was_to_leave_zeros_out(tmp_path: Path, comparison: str, line: int) -> None:
    found, sentence = first(tmp_path, CHOICE.format(comparison=comparison))
    assert found == line
    assert ("chooses all 3 values, and 1 of them is 0: `>` leaves it out" in sentence) == (line == 2)


@pytest.mark.parametrize("use", BORDERS)
def test_a_border_that_is_set_to_zero(tmp_path: Path, use: str) -> None:
    found, sentence = first(tmp_path, BORDERS[use].format(border="0"))
    assert found == 1, sentence
    assert "to 0, so line " in sentence


@pytest.mark.parametrize("use", BORDERS)
def test_a_border_that_leaves_zeros_out(tmp_path: Path, use: str) -> None:
    assert blamed(report(tmp_path, BORDERS[use].format(border="1"))) == []


@pytest.mark.parametrize(
    ("share", "words"),
    [
        ("np.float32(1)", "subtracts numbers that agree in all digits that float32 has"),
        ("np.float32(2)", "subtracts the larger of two numbers that are not negative"),
    ],
)
def test_a_difference_of_squares(tmp_path: Path, share: str, words: str) -> None:
    found, sentence = first(tmp_path, SPREAD.format(share=share))
    assert found == 5
    assert words in sentence


@pytest.mark.parametrize(("first_key", "second_key", "line"), [("NA", "NA", 3), ("BW", "KE", 5)])
def test_keys_that_were_read_as_missing(tmp_path: Path, first_key: str, second_key: str, line: int) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    found, sentence = first(tmp_path, KEYS.format(first=first_key, second=second_key))
    assert found == line
    assert ("reads 1 value of `country` as missing" in sentence) == (line == 3)


@pytest.mark.parametrize(("dtype", "line"), [("", 3), (", dtype=str", 4)])
def test_keys_that_lost_their_leading_zeros(tmp_path: Path, dtype: str, line: int) -> None:
    """A column that is read as text kept them, and one key has no entry."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    found, sentence = first(
        tmp_path,
        "import io\nimport pandas as pd\n"
        f"members = pd.read_csv(io.StringIO('number\\n0082\\n1200\\n'){dtype})\n"
        "dues = members['number'].astype(str).map({'0083': 1.0, '1200': 2.0})\nprint(dues.to_numpy().sum())",
    )
    assert found == line
    assert ("without leading zeros; line 4 has keys such as '0083'" in sentence) == (line == 3)


@pytest.mark.parametrize(
    ("order", "line"),
    [("(np.arange(12) + 7) % 12", 3), ("np.array([8, 9, 0])", 4)],
    ids=["computed", "given"],
)
def test_labels_that_a_line_computes(tmp_path: Path, order: str, line: int) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    found, sentence = first(
        tmp_path,
        "import pandas as pd\nmonths = pd.Series(np.arange(12.0), np.arange(1, 13))\n"
        f"order = {order}\nyear = months.reindex(order)\nprint(year.to_numpy().sum())",
    )
    assert found == line
    assert ("computes labels that are not all there: `reindex` in line 4" in sentence) == (line == 3)


@pytest.mark.parametrize("key", ["'5'", "5"])
def test_keys_of_text_for_numbers(tmp_path: Path, key: str) -> None:
    """As a mapping of JSON has; a mapping with numbers lacks an entry."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = f"import pandas as pd\nr = pd.Series([5, 6]).map({{{key}: 2.0}})\nprint(r.to_numpy().sum())"
    line, sentence = first(tmp_path, program)
    assert (line, "whose keys are text" in sentence) == (2, key == "'5'")


def test_a_single_number_that_is_nan_makes_nothing_new(tmp_path: Path) -> None:
    pytest.importorskip("xarray", reason="xarray is not installed")
    assert first(tmp_path, SPREADS)[0] == 3


SUPPORT = """\
from scipy import stats
ends = stats.weibull_min(2.0).support()
print(ends[1])
"""


def test_a_distribution_without_an_end_is_no_finding(tmp_path: Path) -> None:
    pytest.importorskip("scipy", reason="SciPy is not installed")
    with numscope.open(recorded(tmp_path, SUPPORT)) as opened:
        assert "scipy.stats.rv_frozen.support" in {one.name for one in opened}
        assert not find_nonfinite(opened).origins


@pytest.mark.parametrize(("key", "line"), [("0082", 3), ("82", 5)])
def test_numbers_looked_up_in_a_series_of_texts(tmp_path: Path, key: str, line: int) -> None:
    """Without a leading zero nothing says that the file had one."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    found, sentence = first(
        tmp_path,
        "import io\nimport pandas as pd\n"
        "members = pd.read_csv(io.StringIO('number\\n0082\\n1200\\n'))\n"
        f"dues = pd.Series({{'{key}': 1.0, '1200': 2.0}})\nprint(members['number'].map(dues).to_numpy().sum())",
    )
    assert found == line
    assert ("without leading zeros; line 5 has keys such as '0082'" in sentence) == (line == 3)
