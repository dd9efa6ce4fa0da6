"""`nan` about NaN among Python's own numbers: the line that writes it, or the one that computes with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

READ = (
    "import math\ndef read(text):\n    try:\n        return float(text)\n    except ValueError:\n"
    "        return {}\nvalues = [read(one) for one in ['1.5', 'x', '2.5']]\n{}\nprint(total)"
)


@pytest.mark.parametrize("written", ["math.nan", "np.nan", "float('nan')"])
@pytest.mark.parametrize(
    "computed",
    ["total = np.dot(values, [1, 2, 3])", "total = np.mean(values)", "total = np.array(values).sum()"],
)
def test_the_line_that_writes_it_is_named(tmp_path: Path, written: str, computed: str) -> None:
    line, said = first(tmp_path, READ.format(written, computed))
    assert line == 6
    made = "an array" if "array" in computed else "NaN"
    assert said == f"writes NaN as `{written}`; line 8 makes {made} of it"


def test_without_such_a_line_the_one_that_computes_is_named(tmp_path: Path) -> None:
    program = "texts = ['1.5', 'nan', '2.5']\nvalues = [float(one) for one in texts]\nprint(np.mean(values))"
    assert first(tmp_path, program) == (3, "gets 1 NaN among Python's numbers")


def test_of_two_lines_that_write_it_none_is_picked(tmp_path: Path) -> None:
    program = (
        "low, high = [1.0, float('nan')], [2.0]\nhigh.append(np.nan if len(high) > 5 else 3.0)\n"
        "print(np.mean(low + high))"
    )
    assert first(tmp_path, program) == (3, "gets 1 NaN among Python's numbers")


@pytest.mark.parametrize(
    "program",
    [
        "losses = [1.0, float('nan')]\nprint(np.nanmean(losses))",
        "losses = [1.0, float('nan')]\nif np.isnan(np.mean(losses)):\n    print('skipped')",
        "print(np.minimum(float('inf'), 3.0), np.exp(float('-inf')))",
    ],
)
def test_what_is_left_out_or_asked_for_is_no_finding(tmp_path: Path, program: str) -> None:
    assert blamed(report(tmp_path, program)) == []


SINGLE = "takes the standard deviation of a single value: it divides by n - 1, which is 0"
NONE = "makes NaN of None: 1 value has no number"


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("print(np.std([3.0], ddof=1))", SINGLE),
        ("print(np.std(np.array([3.0]), ddof=1))", SINGLE),
        ("values = np.array([1.0, None, 3.0], dtype=float)\nprint(values.sum())", NONE),
        (
            "import io\nvalues = np.loadtxt(io.StringIO('1\\nnan\\n3'))\nprint(values.sum())",
            "`loadtxt`: 1 of 3 numbers of the text is nan",
        ),
    ],
)
def test_why_in_words(tmp_path: Path, program: str, sentence: str) -> None:
    assert first(tmp_path, program)[1] == sentence


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("print(pd.Series([3.0]).std())", SINGLE),
        ("print(np.dot(pd.Series([1.0, None, 3.0]), [1, 2, 3]))", NONE),
        ("print(pd.DataFrame({'a': [1.0, None], 'b': [2.0, 3.0]}).to_numpy().sum())", NONE),
    ],
)
def test_why_in_words_of_tables(tmp_path: Path, program: str, sentence: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert first(tmp_path, f"import pandas as pd\n{program}")[1] == sentence


def test_values_that_are_only_sorted_are_not_made(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = "import pandas as pd\nvalues = pd.Series([1.0, 2.0, None, 4.0])\nprint(np.median(values))"
    assert blamed(report(tmp_path, program)) == [2]


@pytest.mark.parametrize(
    "program",
    [
        "mean = np.array([]).mean()\nprint(mean if mean == mean else 0.0)",
        "mean = np.array([]).mean()\nprint(0.0 if mean != mean else mean)",
        "mean = float(np.array([]).mean())\nprint(0.0 if np.isnan(mean) else mean)",
        "x = np.log(np.array([1.0, -2.0]))\nprint(np.fmax(x, 0.0).sum())",
    ],
)
def test_a_test_for_nan_deals_with_it(tmp_path: Path, program: str) -> None:
    assert blamed(report(tmp_path, program)) == []


def test_a_line_that_ran_later_is_not_behind_it(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nx = pd.Series([0.0, 0.0, 1.0, 2.0]).pct_change()\nx = x.fillna(0.0)\n"
        "print(sum(x))"
    )
    assert blamed(report(tmp_path, program)) == [2]
