"""`nan` blames the line that made a key too fine, or a time of another zone; the right ones are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")

# Program and the line to blame: each group holds one value.
ALONE = {
    "a day in place of the weekday, as a column": (
        "import pandas as pd\n"
        "days = pd.date_range('2024-03-04', periods=21)\n"
        "visits = pd.DataFrame({'day': days, 'count': np.arange(21.0) % 5})\n"
        "visits['key'] = visits['day'].dt.date\n"
        "spread = visits.groupby('key')['count'].std()\n"
        "r = float(spread.mean(skipna=False))",
        4,
    ),
    "text of time and place, given in a function": (
        "import pandas as pd\n"
        "def labelled(table):\n"
        "    return table.assign(key=table['site'] + table['hour'].astype(str))\n"
        "table = pd.DataFrame({'site': ['a', 'b'] * 4, 'hour': range(8), 'ph': np.linspace(6, 8, 8)})\n"
        "def spreads(table):\n"
        "    groups = table.groupby('key')\n"
        "    return groups['ph'].transform('var')\n"
        "r = spreads(labelled(table)).sum(skipna=False)",
        3,
    ),
    "two columns of the data": (
        "import pandas as pd\n"
        "runs = pd.DataFrame({'oven': ['x', 'y'] * 3, 'batch': range(6), 'heat': np.ones(6) * 2.5})\n"
        "groups = runs.groupby(['oven', 'batch'])['heat']\n"
        "r = groups.agg('std').sum(skipna=False)",
        3,
    ),
}
# The same with keys that rows share, where one group alone has one row: the line that takes the spread is named.
SHARED = (
    "import pandas as pd\n"
    "days = pd.date_range('2024-03-04', periods=15)\n"
    "visits = pd.DataFrame({'day': days, 'count': np.arange(15.0)})\n"
    "visits['key'] = visits['day'].dt.isocalendar().week\n"
    "spread = visits.groupby('key')['count'].std()\n"
    "r = float(spread.mean(skipna=False))"
)


@pytest.mark.parametrize("name", ALONE)
def test_the_line_of_the_key_is_blamed_where_each_group_holds_one_value(tmp_path: Path, name: str) -> None:
    program, line = ALONE[name]
    found, sentence = first(tmp_path, program)
    assert found == line, sentence


def test_a_key_is_right_if_some_group_has_several_values(tmp_path: Path) -> None:
    assert first(tmp_path, SHARED)[0] == 5
