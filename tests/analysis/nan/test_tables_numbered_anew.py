"""`nan` blames the line that puts computed columns into a table without the labels of the rows that they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")

# {}: the labels that the new table gets.
SCALED = (
    "import pandas as pd\n"
    "table = pd.DataFrame({{'a': np.arange(8.0), 'b': np.arange(8.0) ** 2}})\n"
    "table['y'] = table['a'] + table['b']\n"
    "late = table[table['a'] % 3 > 0]\n"
    "def scaled(rows):\n"
    "    return pd.DataFrame(rows[['a', 'b']].to_numpy() / 7, columns=['a', 'b']{})\n"
    "fit = scaled(late)\n"
)
USES = {
    "a column that was put in later": (
        "fit['z'] = fit['a'] * 7\nrest = late['y'] - fit['z']\nprint(np.sum(rest.to_numpy()))"
    ),
    "a column of the new table": "rest = fit['b'] * late['y']\nprint(np.sum(rest.to_numpy()))",
    "a column assigned": (
        "fit['z'] = fit['a'] * 7\nlate = late.copy()\nlate['z'] = fit['z']\nprint(np.sum(late['z'].to_numpy()))"
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("use", USES)
def test_a_table_without_the_labels_of_its_rows(tmp_path: Path, use: str) -> None:
    place, sentence = first(tmp_path, SCALED.format("") + USES[use])
    assert place == 6, sentence
    assert "numbers its 5 rows anew from 0; line " in sentence


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("use", USES)
def test_a_table_with_the_labels_of_its_rows(tmp_path: Path, use: str) -> None:
    assert blamed(report(tmp_path, SCALED.format(", index=rows.index") + USES[use])) == []


@pytest.mark.filterwarnings("ignore")
def test_labels_that_are_not_there(tmp_path: Path) -> None:
    """Both tables have labels of their own, of which one lacks a row: that is where they meet."""
    use = "fit['z'] = fit['a'] * 7\nrest = late['y'] - fit['z'].drop(5)\nprint(np.sum(rest.to_numpy()))"
    place, sentence = first(tmp_path, SCALED.format(", index=rows.index") + use)
    assert place == 9, sentence


@pytest.mark.filterwarnings("ignore")
def test_numbers_of_rows_that_a_later_choice_lacks(tmp_path: Path) -> None:
    """Each label of the other side is the number of a row: not the numbering is to blame."""
    program = (
        "import pandas as pd\n"
        "table = pd.DataFrame({'bread': np.arange(12) % 3, 'loaves': np.arange(12) * 7 % 11})\n"
        "weights = pd.DataFrame({'bread': [0, 1, 2], 'weight': [0.62, 0.55, 0.58]})\n"
        "flour = table.merge(weights, on='bread').set_index('bread').sort_index().reset_index(drop=True)\n"
        "large = table[table['loaves'] > 3]\n"
        "need = large['loaves'] * flour['weight'].iloc[:5]\n"
        "print(np.sum(need.to_numpy()))"
    )
    assert first(tmp_path, program)[0] == 6


# Each is to give rows that are numbered from 0 labels, and looks these up among the numbers.
RELABELLED = {
    "a column": "milk = pd.Series(litres, index=days)",
    "a table": "milk = pd.DataFrame({'milk': litres}, index=days)['milk']",
    "labels in their place": "milk = pd.Series(litres, days)",
}


def relabelled(made: str, labels: str = "") -> str:
    return (
        "import pandas as pd\n"
        "log = pd.DataFrame({'cow': [1, 1, 2, 2], 'litres': [21.0, 22.0, 23.0, 24.0]})\n"
        f"litres = log.loc[log['cow'] == 2, 'litres'].reset_index(drop=True){labels}\n"
        "days = pd.date_range('2024-01-01', periods=2)\n"
        f"{RELABELLED[made]}\n"
        "print(milk.to_numpy().sum())"
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("made", RELABELLED)
def test_labels_that_are_looked_up_where_they_were_to_be_set(tmp_path: Path, made: str) -> None:
    """The line that makes the labelled rows is to blame: to number them from 0 is right where labels follow."""
    place, sentence = first(tmp_path, relabelled(made))
    assert place == 5, sentence


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("made", RELABELLED)
def test_labels_that_are_set(tmp_path: Path, made: str) -> None:
    assert blamed(report(tmp_path, relabelled(made, ".to_numpy()"))) == []
