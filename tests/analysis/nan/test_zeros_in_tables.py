"""`nan` follows zeros through tables to the line that made them of missing values, of other numbers, or of a text."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first, report

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas", reason="pandas is not installed")

HEAD = "import io\nimport pandas as pd\nSHEET = 'site,a,b\\nN,3,8\\nS,{},2\\nW,5,7\\n'\n"
# A program behind HEAD, what stands in the sheet, the line to blame and words of its sentence.
MADE = {
    "a text replaced by one of zero": (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site')\n"
        "levels = sheet.replace('low', '0.0').astype(float)\n"
        "later = levels.sort_values('b').to_numpy()\n"
        "for row in later:\n"
        "    print(np.log(row).mean())",
        "low",
        5,
        "puts 0 in place of other values",
    ),
    "a missing value filled with zero": (
        "sheet = pd.read_csv(io.StringIO(SHEET))\n"
        "whole = sheet.fillna({'a': 0})\n"
        "ordered = whole.sort_values('b')\n"
        "print((1 / ordered['a']).sum())",
        "",
        5,
        "fills missing values with 0: 1 of 3 values",
    ),
    "a condition": (
        "sheet = pd.read_csv(io.StringIO(SHEET))\n"
        "sheet['a'] = sheet['a'].where(sheet['a'] > 1, 0)\n"
        "ordered = sheet.sort_values('b').reset_index(drop=True)\n"
        "print(np.log(ordered['a'].to_numpy()).sum())",
        "0.5",
        5,
        "sets 1 of 3 values to 0",
    ),
    "a default of plain Python": (
        "found = {'N': 3.0, 'W': 5.0}\n"
        "levels = [found.get(site, 0) for site in 'NSW']\n"
        "print((2.0 / np.array(levels)).sum())",
        "",
        5,
        "puts 0 in place of other values",
    ),
    "a table over its rows before": (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site')\n"
        "whole = sheet.fillna(0)\n"
        "before = whole.shift(1)\n"
        "print(np.sum((whole / before).iloc[1:].to_numpy()))",
        "",
        5,
        "fills missing values with 0: 1 of 3 values; line 7 makes NaN of it",
    ),
    "the logarithm of a table": (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site')\n"
        "whole = sheet[['b', 'a']].fillna(value=0)\n"
        "print(np.sum(np.log(whole)['a'].to_numpy()))",
        "",
        5,
        "fills missing values with 0: 1 of 3 values; line 6 makes NaN of it",
    ),
    "shares of a table": (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site')\n"
        "whole = sheet[['a', 'b']].fillna(0.0)\n"
        "rates = whole.pct_change().iloc[1:]\n"
        "print(np.mean(rates['a'].to_numpy()))",
        "",
        5,
        "fills missing values with 0: 1 of 3 values; line 6 makes NaN of it",
    ),
}
# Zeros of the data, where a line that puts a 0 somewhere else is near.
OF_THE_DATA = {
    "another column is filled": (
        "sheet = pd.read_csv(io.StringIO(SHEET)).fillna({'b': 0})\n"
        "ordered = sheet.sort_values('b')\n"
        "print(np.log(ordered['a']).sum())",
        "0",
        6,
    ),
    "another text is replaced": (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site')\n"
        "levels = sheet.replace('low', '1.0').astype(float)\n"
        "print(np.log(levels['a'].to_numpy()).mean())",
        "0",
        6,
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", MADE)
def test_the_line_that_made_zeros(tmp_path: Path, case: str) -> None:
    program, value, line, words = MADE[case]
    found, said = first(tmp_path, HEAD.format(value) + program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", OF_THE_DATA)
def test_zeros_of_the_data(tmp_path: Path, case: str) -> None:
    program, value, line = OF_THE_DATA[case]
    found, _ = first(tmp_path, HEAD.format(value) + program)
    assert found == line


@pytest.mark.filterwarnings("ignore")
def test_a_quotient_of_zeros_is_none_of_the_shifted_rows(tmp_path: Path) -> None:
    """The first row, which has none before it, is left out."""
    program = (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site').fillna({'b': 0})\n"
        "growth = (sheet / sheet.shift(1)).iloc[1:]\n"
        "print(np.sum(growth['a'].to_numpy()))"
    )
    found, said = first(tmp_path, HEAD.format("0") + program)
    assert (found, "divides by zero" in said) == (5, True), said


@pytest.mark.filterwarnings("ignore")
def test_the_first_of_shifted_rows(tmp_path: Path) -> None:
    program = (
        "sheet = pd.read_csv(io.StringIO(SHEET), index_col='site').fillna({'b': 0})\n"
        "growth = sheet / sheet.shift(1)\n"
        "print(np.sum(growth['a'].to_numpy()))"
    )
    found, said = first(tmp_path, HEAD.format("4") + program)
    assert (found, said) == (5, "`shift(1)`: the first row has none before it")


CLASSES = (
    "import pandas as pd\nages = pd.Series([0, 3, 30, 70, 12])\n"
    "kinds = pd.cut(ages, [0, 6, 18, 99], labels=['child', 'pupil', 'adult']{})\n"
    "prices = kinds.astype(object).map({{'child': 1.0, 'pupil': 4.0, 'adult': 9.0}})\n"
    "print(np.sum(prices.to_numpy(float)))\n"
)


def test_numbers_that_got_no_class(tmp_path: Path) -> None:
    place, sentence = first(tmp_path, CLASSES.format(""))
    assert place == 3
    assert sentence == "puts 1 of 5 values into no class, past its edges; line 4 finds nothing for them"


def test_all_numbers_have_a_class(tmp_path: Path) -> None:
    assert not report(tmp_path, CLASSES.format(", include_lowest=True")).origins
