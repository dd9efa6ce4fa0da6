"""`nan` tells NaN of arithmetic that a reduction leaves out without being asked, and none that a program deals with."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import recorded

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.nan.harm import Harm
from numscope.analysis.nan.nonfinite import find_nonfinite

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas", reason="pandas is not installed")

RATES = (
    "import pandas as pd\n"
    "t = pd.DataFrame({'town': ['a', 'a', 'b'], 'visits': [3, 0, 5], 'sales': [1, 0, 2]})\n"
    "names = pd.DataFrame({'town': ['a', 'b'], 'size': [1.0, 2.0]})\n"
    "t = t.merge(names, on='town')\n"
    "t['rate'] = t['sales'] / t['visits']\n"
)
ARRAYS = "visits, sales = np.array([3.0, 0.0, 5.0]), np.array([1.0, 0.0, 2.0])\nrate = sales / visits\n"
LEFT_OUT = {
    "the mean of a column": (f"{RATES}print(t['rate'].mean())", 5),
    "the means of groups": (f"{RATES}r = t.groupby('town')['rate'].mean()", 5),
    "the sum of a Series": (
        "import pandas as pd\ns = pd.Series([1, 0]) / pd.Series([2, 0])\nr = s.sum()",
        2,
    ),
    "nanmean": (f"{ARRAYS}print(np.nanmean(rate))", 2),
}
DEALT_WITH = {
    "dropped": f"{RATES}print(t['rate'].dropna().mean())",
    "filled": f"{RATES}print(t['rate'].fillna(0).mean())",
    "counted": f"{RATES}print(t['rate'].isna().sum(), t['rate'].mean())",
    "asked for": f"{RATES}print(t['rate'].mean(skipna=True))",
    "missing from the start": (
        "import pandas as pd\nt = pd.DataFrame({'a': [1.0, np.nan, 3.0]})\nprint((t['a'] * 2).mean(), t['a'].sum())"
    ),
    "one row that is printed": (
        "import pandas as pd\nt = pd.DataFrame({'a': [1.0, np.nan], 'b': [1.0, 3.0]})\nprint(t.tail(1))"
    ),
    "asked to spread": (
        "import pandas as pd\ns = pd.Series([2, np.nan, 5, -1, 0])\nprint(s.cumprod(skipna=False))"
    ),
    "a bound of a sum": "from scipy.integrate import nsum\nprint(nsum(lambda k: 1 / k**2, 1, np.inf).sum)",
    "a choice inside a function whose result is printed": (
        "from scipy.stats import skellam\nrv = skellam(15, 8)\nprint(rv.pmf(np.arange(-3.0, 19.0)))"
    ),
    "a point that a search tries and drops": (
        "from scipy.optimize import minimize\n"
        "def f(p):\n    return ((p - 1) ** 2 + np.exp(500 * (p - 1))).sum()\n"
        "print(minimize(f, [0.5], method='Nelder-Mead', options={'initial_simplex': [[-1.5], [0.5]]}).x)"
    ),
    "a bound that no iteration moved": (
        "from sklearn.mixture import GaussianMixture\nx = np.random.default_rng(0).normal(size=(40, 2))\n"
        "print(GaussianMixture(2, max_iter=0, random_state=0).fit(x).predict(x).sum())"
    ),
    "rows that have none before them": (
        "import pandas as pd\ns = pd.Series(np.arange(1.0, 9.0))\nprint(100 * s.pct_change(), s.rolling(3).mean() / s)"
    ),
    "a ufunc of a table": (
        "import pandas as pd\nt = np.log(pd.DataFrame({'a': [1.0, np.nan, 3.0], 'b': [2.0, 4.0, 8.0]}))\n"
        "print(t['a'].dropna().sum(), t['b'].sum())"
    ),
    "without warnings": (
        "a = np.array([0.0, 1.0])\nwith np.errstate(invalid='ignore'):\n    share = a / a\nprint(np.nanmean(share))"
    ),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("case", LEFT_OUT, ids=str)
def test_what_a_reduction_leaves_out_unasked_is_told(tmp_path: Path, case: str) -> None:
    program, line = LEFT_OUT[case]
    with numscope.open(recorded(tmp_path, program)) as trace:
        (origin,) = find_nonfinite(trace).origins
        findings = check_up(trace).findings
    assert (origin.site and origin.site.line, origin.harm) == (line, Harm.SKIPPED)
    assert [(one.line, "leaves them out" in one.problem) for one in findings] == [(line, True)]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", DEALT_WITH, ids=str)
def test_what_the_program_deals_with_is_not(tmp_path: Path, case: str) -> None:
    with numscope.open(recorded(tmp_path, DEALT_WITH[case])) as trace:
        assert not find_nonfinite(trace).found


def test_a_table_computed_from_a_merge_without_partners_is_told_when_printed(tmp_path: Path) -> None:
    program = (
        "import pandas as pd\n"
        "stalls = pd.DataFrame({'goods': ['bread', 'cheese '], 'metres': [3.0, 4.5]})\n"
        "fees = pd.DataFrame({'goods': ['bread', 'cheese'], 'fee': [9.5, 11.0]})\n"
        "t = stalls.merge(fees, on='goods', how='left')\n"
        "t['bill'] = 5.0 + t['fee'] * t['metres']\n"
        "print(t.drop(columns='goods').to_string())\nprint(t['fee'].isna().sum())"
    )
    with numscope.open(recorded(tmp_path, program)) as trace:
        assert [one.site and one.site.line for one in find_nonfinite(trace).origins] == [4]


def test_a_filter_that_has_no_trend_for_the_first_rows_is_no_finding(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    program = (
        "import pandas as pd\nfrom statsmodels.tsa.filters.api import hamilton_filter\n"
        "steps = np.random.default_rng(0).normal(size=(60, 2))\n"
        "cycle, trend = hamilton_filter(pd.DataFrame(np.cumsum(steps, axis=0), columns=['a', 'b']))\n"
        "print(cycle.head(13), trend.tail(3))"
    )
    with numscope.open(recorded(tmp_path, program)) as trace:
        assert not find_nonfinite(trace).found


def test_windows_that_are_not_full_and_left_out_are_no_finding(tmp_path: Path) -> None:
    pytest.importorskip("xarray", reason="xarray is not installed")
    program = (
        "import pandas as pd\nimport xarray as xr\n"
        "day = pd.date_range('2023-01-01', periods=90)\n"
        "level = np.add.outer(np.arange(3.0), np.sin(np.arange(90.0)))\nlevel[1, 20:40] = np.nan\n"
        "level = xr.DataArray(level, coords={'name': list('abc'), 'day': day}, dims=('name', 'day'))\n"
        "smooth = level.rolling(day=7, min_periods=5).mean()\n"
        "print(smooth.groupby('day.month').mean('day').values)\n"
        "print(float(smooth.max()), smooth.max('name').idxmax('day').values)"
    )
    with numscope.open(recorded(tmp_path, program)) as trace:
        assert not find_nonfinite(trace).found


# Times as text have no partner among times.
_NO_PARTNER = (
    "import pandas as pd\nfrom statsmodels.tsa.arima.model import ARIMA\n"
    "days = pd.date_range('2020-01-01', periods=60, freq='D')\n"
    "level = pd.Series(np.sin(np.arange(60.0)), index=days.astype(str))\n"
)


def test_a_filter_that_is_given_no_values_at_all_has_not_dealt_with_them(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    program = (
        f"{_NO_PARTNER}level = level.reindex(days)\n"
        "print(ARIMA(level, order=(1, 0, 0), trend='n').fit().params)"
    )
    with numscope.open(recorded(tmp_path, program)) as trace:
        origin, *_ = find_nonfinite(trace).origins
    assert origin.site is not None
    assert origin.site.line == 5
    assert origin.cause is not None
    assert origin.cause.sentence == "`reindex`: all 60 labels are not in the index"


@pytest.mark.parametrize(
    "dealt_with",
    [
        "level.index = days\nlevel = level.reindex(days[5:].append(days[-1:] + days.freq))",
        "level = level.reindex(days).fillna(1.0)",
    ],
)
def test_labels_of_which_some_are_found_or_that_the_program_fills_are_no_finding(
    tmp_path: Path, dealt_with: str
) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    program = f"{_NO_PARTNER}{dealt_with}\nprint(ARIMA(level, order=(1, 0, 0), trend='n').fit().params)"
    with numscope.open(recorded(tmp_path, program)) as trace:
        assert not find_nonfinite(trace).found


TABLES = (
    "import pandas as pd\n"
    "funds = pd.DataFrame({{'A': [1.2, -0.4, 0.9], 'B': [0.7, 0.3, -0.2]}})\n"
    "index = pd.DataFrame({{'{}': [1.0, -0.5, 0.8], 'B': [1.0, -0.5, 0.8]}}){}\n"
    "ratios = funds / index\n"
    "print(ratios.mean().to_string())\n"
)


def test_arithmetic_that_leaves_no_number_at_all_is_told(tmp_path: Path) -> None:
    program = TABLES.format("I", "[['I']]")
    with numscope.open(recorded(tmp_path, program)) as trace:
        found = find_nonfinite(trace).origins
    assert [one.site.line for one in found if one.site is not None] == [4]
    assert found[0].cause is not None
    assert found[0].cause.sentence.startswith("aligns both sides by label: 2 labels")


@pytest.mark.parametrize("columns", [("I", ""), ("A", "")])
def test_arithmetic_that_leaves_some_numbers_is_no_finding(tmp_path: Path, columns: tuple[str, str]) -> None:
    with numscope.open(recorded(tmp_path, TABLES.format(*columns))) as trace:
        assert not find_nonfinite(trace).origins


@pytest.mark.parametrize("asked", ["float(low.mean() / area.mean())", "(low.mean() / area.mean()).item()"])
def test_a_number_that_is_asked_of_a_librarys_array_reaches_the_program(tmp_path: Path, asked: str) -> None:
    pytest.importorskip("xarray", reason="xarray is not installed")
    program = (
        "import xarray as xr\n"
        "area = xr.DataArray(np.arange(1.0, 4.0), dims='x', coords={'x': [1.1, 2.1, 3.1]})\n"
        "def share():\n"
        "    low = area[area.x < 1.0]\n"
        f"    return {asked}\n"
        "result = share()\n"
        "print(f'share: {result:.3f}')\n"
    )
    with numscope.open(recorded(tmp_path, program)) as trace:
        lines = [one.site.line for one in find_nonfinite(trace).origins if one.site is not None]
    assert lines == [4]
