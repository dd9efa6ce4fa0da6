"""`nan` about calls of pandas, SciPy and scikit-learn: the line of the program, and what the call was asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("scipy", reason="SciPy is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

SEARCH = (
    "from sklearn.model_selection import GridSearchCV\nfrom sklearn.tree import DecisionTreeRegressor\n"
    "x = np.random.default_rng(0).normal(size=(40, 3))\n{}\n"
    "search = GridSearchCV(DecisionTreeRegressor(), grid, cv=2)\nsearch.fit(x, x[:, 0])\n"
    "print(search.cv_results_['mean_test_score'].mean())"
)
SEARCHES = {
    "{'max_features': [2, 0], 'max_depth': [1, 2, 3]}": (
        5,
        "sets `max_features=0`, with which 3 of 6 candidates have no score",
    ),
    "{'max_features': [2, 0], 'max_depth': [1, 0]}": (
        7,
        "`GridSearchCV`: scores are NaN where a fit or the scorer raised",
    ),
}
# Program, the line to blame, how the sentence about it begins.
SAID = {
    "rows without a key": (
        "import pandas as pd\nt = pd.DataFrame({'k': ['a', None, 'a', 'b'], 'v': [1.0, 2.0, 3.0, 4.0]})\n"
        "usual = t.groupby('k')['v'].transform('mean')\nprint((t['v'] / usual).to_numpy().sum())",
        3,
        "`groupby`: 1 of 4 rows has no key, so it belongs to no group",
    ),
    "a deviation of groups of one value": (
        "import pandas as pd\nt = pd.DataFrame({'k': ['a', 'a', 'b'], 'v': [1.0, 2.0, 3.0]})\n"
        "spread = t.groupby('k')['v'].transform('std')\nprint((t['v'] / spread).to_numpy().sum())",
        3,
        "`transform('std')`: 1 of 3 values is alone in its group",
    ),
    "bins without a value": (
        "from scipy.stats import binned_statistic\nx = np.array([0.5, 0.6, 2.5])\n"
        "mean = binned_statistic(x, x, bins=np.arange(4.0))[0]\nprint(mean.sum())",
        3,
        "`binned_statistic`: 1 of 3 bins holds no value",
    ),
    "differences of infinities": (
        "import pandas as pd\nt = pd.Series([0.0, 0.0, 1.0, 3.0])\nrates = np.log(t).diff().iloc[1:]\n"
        "print(rates.to_numpy().mean())",
        3,
        "`diff`: subtracts infinity from infinity, beside the first row",
    ),
    "cells of a text": (
        "t = np.genfromtxt(['1,2', '3,4 cm'], delimiter=',')\nprint(t.max())",
        1,
        "`genfromtxt`: 1 of 4 cells is empty or no number",
    ),
    "means of no rows": (
        "p, label = np.ones((4, 2)), np.zeros(4)\nc = np.array([p[label == j].mean(axis=0) for j in range(2)])\n"
        "print(c.sum())",
        2,
        "takes the mean of no values: its input has shape (0, 2)",
    ),
    "no covariance": (
        "from scipy.optimize import curve_fit\nt = np.arange(2.0)\n"
        "best, spread = curve_fit(lambda t, a, b: a * t + b, t, 2 * t)\nprint('errors:', np.sqrt(np.diag(spread)))",
        3,
        "`curve_fit`: finds no covariance of the parameters",
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_the_line_and_the_reason_are_named(tmp_path: Path, case: str) -> None:
    program, line, sentence = SAID[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert said.startswith(sentence)


@pytest.mark.parametrize("grid", SEARCHES)
def test_the_setting_with_which_no_fit_succeeds_is_named(
    numscope_command: Any, tmp_path: Path, grid: str
) -> None:
    line, sentence = SEARCHES[grid]
    (tmp_path / "search.py").write_text("import numpy as np\n" + SEARCH.format(f"grid = {grid}"))
    numscope_command("run", "search.py")
    told = numscope_command("nan", "search.numscope").stdout
    assert told.startswith(f"1. search.py:{line} {sentence}")


def test_a_statistic_and_its_p_value_hand_missing_values_on(tmp_path: Path) -> None:
    program = (
        "import pandas as pd\nfrom scipy.stats import kruskal\n"
        "v = pd.to_numeric(pd.Series(['1', 'x', '3']), errors='coerce').to_numpy()\n"
        "print(float(kruskal(v, np.arange(3.0), np.arange(3.0)).pvalue))"
    )
    assert blamed(report(tmp_path, program)) == [3]


def test_a_covariance_that_is_only_returned_is_no_finding(numscope_command: Any, tmp_path: Path) -> None:
    (tmp_path / "fit.py").write_text(
        "import numpy as np\nfrom scipy.optimize import curve_fit\nt = np.arange(2.0)\n"
        "best, spread = curve_fit(lambda t, a, b: a * t + b, t, 2 * t)\nprint(best)\n"
    )
    numscope_command("run", "fit.py")
    assert numscope_command("nan", "fit.numscope").returncode == 0


def test_values_that_an_import_left_do_not_hide_the_programs_own(
    numscope_command: Any, tmp_path: Path
) -> None:
    """The distributions of SciPy make NaN while they are imported, at a line before that of the data."""
    (tmp_path / "read.py").write_text(
        "import pandas as pd\nimport scipy.stats\n\n"
        "values = pd.to_numeric(pd.Series(['1', 'x', '3']), errors='coerce')\nprint(values.to_numpy().sum())\n"
    )
    numscope_command("run", "read.py")
    done = numscope_command("nan", "read.numscope")
    assert done.stdout.startswith("1. read.py:4 `to_numeric(errors='coerce')`")
