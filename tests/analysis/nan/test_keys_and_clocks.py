"""`nan` blames the line that made a key too fine, or a time of another zone; the right ones are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

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


HOURS = "import pandas as pd\nnaive = pd.date_range('2024-05-01 06:00', periods=12, freq='h')\n"
# Program and the line to blame: times of another zone.
MOVED = {
    "a Series whose zone is dropped, subtracted": (
        HOURS + "tide = pd.Series(np.arange(12.0), naive.tz_localize('UTC').tz_convert('America/Halifax'))\n"
        "def plain(series):\n"
        "    return series.tz_localize(None)\n"
        "river = pd.Series(np.ones(12), naive)\n"
        "def difference(a, b):\n"
        "    return a - b\n"
        "r = float(np.sum(difference(river, plain(tide)).to_numpy()))",
        5,
    ),
    "an index that is converted to another zone, looked up": (
        HOURS + "heat = pd.Series(np.arange(12.0), naive.tz_localize('UTC'))\n"
        "local = heat.tz_convert('Asia/Tokyo')\n"
        "there = local.tz_localize(None)\n"
        "r = float(there.reindex(naive).to_numpy().sum())",
        5,
    ),
    "a column of times, merged": (
        HOURS + "zoned = pd.Series(naive.tz_localize('UTC').tz_convert('Europe/Athens'))\n"
        "left = pd.DataFrame({'time': naive, 'load': np.ones(12)})\n"
        "right = pd.DataFrame({'time': zoned, 'price': np.arange(12.0)})\n"
        "right['time'] = right['time'].dt.tz_localize(None)\n"
        "both = left.merge(right, on='time', how='left')\n"
        "r = float((both['load'] * both['price']).to_numpy().sum())",
        6,
    ),
}
MOVED["an index that is replaced, put side by side"] = (
    HOURS + "rain = pd.Series(np.arange(12.0), naive.tz_localize('UTC').tz_convert('America/Lima'))\n"
    "def plain(series):\n"
    "    series = series.copy()\n"
    "    series.index = series.index.tz_localize(None)\n"
    "    return series\n"
    "both = pd.concat({'rain': plain(rain), 'flow': pd.Series(np.ones(12), naive)}, axis=1)\n"
    "r = float((both['flow'] - both['rain']).to_numpy().mean())",
    6,
)
# Converted rightly, and the data begin two hours later than what is asked for.
LATER = (
    HOURS + "price = pd.Series(np.arange(12.0), naive.tz_localize('UTC').tz_convert('Europe/Berlin'))\n"
    "plain = price.tz_convert('UTC').tz_localize(None)\n"
    "asked = naive - pd.Timedelta(hours=2)\n"
    "r = float(plain.reindex(asked).to_numpy().sum())"
)


@pytest.mark.parametrize("name", MOVED)
def test_the_line_is_blamed_that_moved_times_to_another_clock(tmp_path: Path, name: str) -> None:
    program, line = MOVED[name]
    found, sentence = first(tmp_path, program)
    assert found == line, sentence


def test_a_conversion_is_right_if_the_data_begin_later(tmp_path: Path) -> None:
    assert first(tmp_path, LATER)[0] == 6


LOST = (
    "import pandas as pd\n"
    "log = pd.DataFrame({{'cow': np.repeat([3, 5], 6), 'milk': np.arange(12.0)}})\n"
    "litres = log.loc[log['cow'] == 5, 'milk'].reset_index(drop=True)\n"
    "days = pd.date_range('2025-03-03', periods=6)\n"
    "milk = pd.Series({given}, index=days)\n"
    "{first}\n"
    "slope = np.polyfit(np.arange(6), milk, 1)[0] if milk.notna().all() else 0.0\n"
    "print(slope)"
)


@pytest.mark.parametrize(
    ("given", "printed", "named"),
    [
        ("litres", "print(milk.round(1).to_string())", True),
        ("litres", "pass", False),
        ("litres.to_numpy()", "print(milk.to_string())", False),
        ("np.nan", "print(milk.to_string())", False),
    ],
)
def test_labels_of_which_none_is_there_count_if_the_result_is_printed(
    tmp_path: Path, given: str, printed: str, named: bool
) -> None:
    """A test for missing values comes too late then; a Series that is filled later is meant."""
    found = report(tmp_path, LOST.format(given=given, first=printed))
    assert bool(found.origins) == named


OF_GROUPS = (
    "import pandas as pd\n"
    "table = pd.DataFrame({{'show': np.repeat(['a', 'b'], 5), 'kept': np.arange(10.0) % 4}})\n"
    "groups = table.groupby('show')['kept']\n"
    "table['smooth'] = groups.transform(\n"
    "    lambda one: one.rolling({width}).mean()\n"
    ")\n"
    "last = table.groupby('show')['smooth'].last(){dealt}\n"
    "print('score', (0.3 + 0.7 * last).mean(skipna=False))"
)


@pytest.mark.parametrize(("width", "dealt", "lines"), [(6, "", [5]), (3, "", []), (6, ".fillna(0)", [])])
def test_what_a_function_gives_to_the_call_that_runs_it_is_that_of_the_call(
    tmp_path: Path, width: int, dealt: str, lines: list[int]
) -> None:
    assert blamed(report(tmp_path, OF_GROUPS.format(width=width, dealt=dealt))) == lines
