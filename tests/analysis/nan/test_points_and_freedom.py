"""`nan` blames what gives an interpolation a point twice, and models with as many parameters as rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("scipy", reason="SciPy is not installed")

INTERPOLATED = (
    "from scipy.interpolate import interp1d\n"
    "times = np.array({times})\n"
    "levels = np.column_stack([np.arange(5.0), np.arange(5.0) ** 2])\n"
    "other = interp1d(np.arange(3.0), np.arange(3.0))\n"
    "between = interp1d(times, levels, axis=0, bounds_error=False)\n"
    "print(other(1.5), between(np.linspace({asked}, 7)).mean())\n"
)
FITTED = (
    "import pandas as pd, statsmodels.api as sm\n"
    "rng = np.random.default_rng(1)\n"
    "days = pd.DataFrame(rng.normal(size=({rows}, 3)), columns=['rain', 'sun', 'wind'])\n"
    "harvest = rng.normal(size={rows})\n"
    "model = sm.OLS(harvest, sm.add_constant(days))\n"
    "fit = model.fit()\n"
    "chance = fit.pvalues\n"
    "print('coefficients', fit.params.round(2).tolist())\n"
    "print('rain by chance:', chance['rain'])\n"
)


def test_a_point_that_stands_twice_is_named_where_it_is_given(tmp_path: Path) -> None:
    program = INTERPOLATED.format(times="[0.0, 0.0, 1.0, 2.0, 3.0]", asked="0, 3")
    line, said = first(tmp_path, program)
    assert line == 5
    assert said.startswith("gives `interp1d` 5 points of which 1 stands there twice (0); line 6 makes NaN")


def test_points_outside_are_told_as_such_even_if_one_stands_twice(tmp_path: Path) -> None:
    program = INTERPOLATED.format(times="[0.0, 0.0, 1.0, 2.0, 3.0]", asked="0, 9")
    _, said = first(tmp_path, program)
    assert "twice" not in said


def test_points_that_differ_are_not_accused(tmp_path: Path) -> None:
    program = INTERPOLATED.format(times="[0.0, 0.5, 1.0, 2.0, 3.0]", asked="0, 3")
    assert report(tmp_path, program).origins == ()


def test_a_model_without_freedom_is_named(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels", reason="statsmodels is not installed")
    line, said = first(tmp_path, FITTED.format(rows=4))
    assert line == 5
    assert said == (
        "fits 4 parameters to 4 rows, which leaves no degree of freedom for their errors; line 7 makes NaN of it"
    )


def test_a_model_with_freedom_is_not_accused(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels", reason="statsmodels is not installed")
    assert report(tmp_path, FITTED.format(rows=6)).origins == ()


def test_a_model_without_freedom_is_named_by_its_intervals_too(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels", reason="statsmodels is not installed")
    program = FITTED.format(rows=4).replace(
        "chance = fit.pvalues\n", "error = fit.bse['rain']\nlow, high = fit.conf_int().loc['rain']\n"
    )
    program = program.replace("chance['rain']", "low, high, error")
    found = report(tmp_path, program)
    assert blamed(found) == [5]
    cause = found.origins[0].cause
    assert cause is not None
    assert cause.sentence.startswith("fits 4 parameters to 4 rows")
