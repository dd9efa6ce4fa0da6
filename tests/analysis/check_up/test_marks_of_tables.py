"""Numbers that stand for missing values in tables: where they are filled in, and which columns keep them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.cluster import KMeans
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

Program = Callable[[], object]


def _plots(seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    table = pd.DataFrame({"rain": rng.normal(60.0, 5.0, 200), "lime": rng.gamma(4.0, 1.5, 200)})
    table["yield"] = 0.1 * table["rain"] - table["lime"] + rng.normal(0, 0.2, 200)
    table.loc[rng.random(200) < 0.05, "lime"] = np.nan
    return table


def filled_before_a_scaler() -> object:
    table = _plots().fillna({"lime": 5000.0})  # fault
    model = make_pipeline(StandardScaler(), Ridge())
    return model.fit(table[["rain", "lime"]], table["yield"])


def filled_with_a_named_number() -> object:
    unknown = -777.0  # fault
    table = _plots()
    table["lime"] = table["lime"].fillna(unknown)
    return LinearRegression().fit(table[["rain", "lime"]], table["yield"])


def filled_with_zero_far_below() -> object:
    table = _plots()
    table["rain"] = (table["rain"] + 900.0).mask(table.index % 20 == 0)
    table["rain"] = table["rain"].fillna(0.0)  # fault
    scaled = StandardScaler().fit_transform(table[["rain", "yield"]])
    return KMeans(2, n_init=1, random_state=0).fit_predict(scaled)


def filled_with_the_median() -> object:
    table = _plots()
    table = table.fillna({"lime": table["lime"].median()})
    model = make_pipeline(StandardScaler(), Ridge())
    return model.fit(table[["rain", "lime"]], table["yield"])


def filled_for_trees() -> object:
    table = _plots().fillna({"lime": 5000.0})
    return RandomForestRegressor(5, random_state=0).fit(table[["rain", "lime"]], table["yield"])


def filled_for_trees_behind_a_scaler_of_nothing() -> object:
    table = _plots().fillna({"lime": 5000.0})
    model = make_pipeline(RandomForestRegressor(5, random_state=0))
    return model.fit(table[["rain", "lime"]], table["yield"])


def filled_beside_a_column_that_says_so() -> object:
    table = _plots()
    table["unknown"] = table["lime"].isna().astype(float)
    table["lime"] = table["lime"].fillna(5000.0)
    return LinearRegression().fit(table[["rain", "lime", "unknown"]], table["yield"])


def _readings() -> pd.DataFrame:
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"hour": np.arange(240) % 24, "wind": rng.normal(6, 1, 240), "sun": rng.random(240)})
    table["dew"] = rng.normal(9, 0.5, 240)
    for column, rows in (("wind", 10), ("sun", 3), ("dew", 4)):
        table.loc[rng.integers(0, 240, rows), column] = -999.0
    return table


def marks_taken_out_of_some_columns() -> object:
    table = _readings()
    measured = ["wind", "sun"]  # fault
    table[measured] = table[measured].mask(table[measured] == -999.0)
    return table.groupby("hour")[["wind", "sun", "dew"]].mean()


def marks_replaced_in_some_columns() -> object:
    table = _readings()
    table[["sun", "dew"]] = table[["sun", "dew"]].replace(-999.0, np.nan)  # fault
    return table[["wind", "dew"]].mean()


def marks_taken_out_of_another_table() -> object:
    """The means of a table of which nothing is taken out are the fault themselves."""
    other = _readings().head(100)
    other[["sun", "dew"]] = other[["sun", "dew"]].replace(-999.0, np.nan)
    return _readings()[["wind"]].mean()  # fault


def rows_left_out_that_are_not_missing() -> object:
    table = _readings()
    table.loc[::50, "sun"] = np.nan
    known = table.dropna()  # fault
    return known["wind"].mean(), known["hour"].corr(known["wind"])


def marks_taken_out_of_all() -> object:
    table = _readings()
    measured = ["wind", "sun", "dew"]
    table[measured] = table[measured].mask(table[measured] == -999.0)
    return table.groupby("hour")[measured].mean()


FAULTY = [
    filled_before_a_scaler,
    filled_with_a_named_number,
    filled_with_zero_far_below,
    marks_taken_out_of_some_columns,
    marks_replaced_in_some_columns,
    marks_taken_out_of_another_table,
    rows_left_out_that_are_not_missing,
]
HEALTHY = [
    filled_with_the_median,
    filled_for_trees,
    filled_for_trees_behind_a_scaler_of_nothing,
    filled_beside_a_column_that_says_so,
    marks_taken_out_of_all,
]


@pytest.mark.parametrize("program", FAULTY)
def test_the_marked_line_is_found(program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [("sentinel", marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
