"""`nan` blames the line that made the numbers, far outside of its fit, of which a fitted model has no finite result."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")

GROWN = "since = np.arange(12.0)\ngrown = 3 * np.exp(0.2 * since)\n"
FAR = {
    "a polynomial of logarithms": (
        f"{GROWN}line = np.polyfit(since, np.log(grown), 1)\nyears = np.array([2010.0, 2030.0, 9000.0])\n"
        "def ask(when):\n    return np.exp(np.polyval(line, when))\nprint(ask(years).sum())",
        4,
        "gives numbers from 2010 to 9000, far outside of those from 0 to 11 to which line 3 fitted (`polyfit`); line 6",
    ),
    "a polynomial as an object": (
        f"{GROWN}line = np.polynomial.Polynomial.fit(since, np.log(grown), 1)\n"
        "later = np.linspace(3000, 9000, 4)\nlater = later.reshape(-1)\nprint(np.exp(line(later)).sum())",
        4,
        "from 3000 to 9000, far outside of those from 0 to 11",
    ),
    "a function of a fit": (
        f"from scipy.optimize import curve_fit\n{GROWN}def model(t, a, k):\n    rise = k * t\n"
        "    return a * np.exp(rise)\nfound, _ = curve_fit(model, since, grown, p0=(2, 0.1))\n"
        "days = np.arange(4400.0, 4500.0, 30.0)\nprint(model(days, *found).max())",
        8,
        "from 4400 to 4490, far outside of those from 0 to 11 to which line 7 fitted (`curve_fit`); line 6",
    ),
    "a model of one column of a table": (
        f"import pandas as pd\nfrom sklearn.linear_model import PoissonRegressor\n{GROWN}"
        "known = pd.DataFrame({'since': since, 'rain': since % 3})\n"
        "model = PoissonRegressor(alpha=0).fit(known, grown)\n"
        "years = np.array([2026.0, 9900.0])\nasked = pd.DataFrame({'since': years, 'rain': [1.0, 0.0]})\n"
        "print(model.predict(asked).sum())",
        7,
        "gives numbers from 2026 to 9900, far outside of those from 0 to 11 to which line 6 fitted (`fit`); line 9",
    ),
}
# One line makes what a model is fitted to and what it is asked: the call that only the latter comes from is to blame.
FAR_BY_CALL = {
    "a function in another": (
        f"{GROWN}def years(first, last, step):\n    return np.arange(first, last) * step\n"
        "def history(first, last, step):\n    return years(first, last, step)\n"
        "past = history(0, 4000, 1 / 365)\nline = np.polyfit(past, 0.2 * past, 1)\n"
        "future = history(4000, 5000, 24)\nprint(np.exp(np.polyval(line, future)).sum())",
        9,
    ),
    "a method": (
        f"from sklearn.linear_model import PoissonRegressor\n{GROWN}class Design:\n"
        "    def __init__(self, scale):\n        self.scale = scale\n    def rows(self, since):\n"
        "        return np.column_stack([since * self.scale, since % 3])\n"
        "model = PoissonRegressor(alpha=0).fit(Design(1.0).rows(since), grown)\n"
        "later = np.array([13.0, 14.0])\nrows = Design(3600.0).rows(later)\nprint(model.predict(rows).sum())",
        11,
    ),
    "what the function is given": (
        f"{GROWN}def scaled(x):\n    return x / 2\nline = np.polyfit(scaled(since), since, 1)\n"
        "new = np.array([30000.0, 40000.0])\nasked = scaled(new)\nprint(np.exp(np.polyval(line, asked)).sum())",
        7,
    ),
}
NEAR = {
    "asked a little beyond": (
        f"{GROWN}line = np.polyfit(since, np.log(grown), 1)\nlater = np.array([12.0, 20.0])\n"
        "print(np.exp(np.polyval(line, later) * 1e3).sum())",
        5,
    ),
    "one of them is far beyond": (
        f"{GROWN}line = np.polyfit(since, np.log(grown), 1)\nlater = np.array([9.0, 9000.0])\n"
        "print(np.exp(np.polyval(line, later)).sum())",
        5,
    ),
    "another model was fitted there": (
        f"{GROWN}long = np.polyfit(since + 2000, np.log(grown), 1)\nline = np.polyfit(since, np.log(grown), 1)\n"
        "later = np.array([2012.0, 2015.0])\nprint(np.exp(np.polyval(long, later) * 1e3).sum())",
        6,
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", FAR)
def test_a_model_that_is_asked_far_from_its_fit(tmp_path: Path, case: str) -> None:
    if "sklearn" in FAR[case][0]:
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    program, line, words = FAR[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", FAR_BY_CALL)
def test_one_line_that_makes_what_is_fitted_and_what_is_asked(tmp_path: Path, case: str) -> None:
    if "sklearn" in FAR_BY_CALL[case][0]:
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    program, line = FAR_BY_CALL[case]
    found, said = first(tmp_path, program)
    assert found == line, said
    assert "far outside of those" in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", NEAR)
def test_a_model_that_is_not_asked_far_from_its_fit(tmp_path: Path, case: str) -> None:
    program, line = NEAR[case]
    assert first(tmp_path, program)[0] == line
