"""`nan` blames the prediction that is used on the scale of a standardised response."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

DATA = "rng = np.random.default_rng(3)\nx = rng.uniform(1, 9, (60, 2))\ny = 40 + 6 * x[:, 0] + rng.normal(0, 2, 60)\n"
# Program and the line to blame.
SCALED = {
    "a scaler in a class": (
        DATA + "from sklearn.linear_model import LinearRegression\n"
        "from sklearn.preprocessing import StandardScaler\n"
        "class Yield:\n"
        "    def learn(self, x, y):\n"
        "        self.scaler = StandardScaler()\n"
        "        self.model = LinearRegression().fit(x, self.scaler.fit_transform(y[:, None])[:, 0])\n"
        "    def at(self, x):\n"
        "        return self.model.predict(x)\n"
        "field = Yield()\n"
        "field.learn(x, y)\n"
        "r = np.sqrt(field.at(x[:20])).sum()",
        11,
    ),
    "standardised by hand, a part of the predictions": (
        DATA + "from sklearn.neighbors import KNeighborsRegressor\n"
        "middle, spread = y.mean(), y.std(ddof=1)\n"
        "model = KNeighborsRegressor(3).fit(x, (y - middle) / spread)\n"
        "found = model.predict(x)\n"
        "late = found[30:]\n"
        "r = np.log(late).mean()",
        7,
    ),
    "a power of predictions of a tree": (
        DATA + "from sklearn.tree import DecisionTreeRegressor\n"
        "from sklearn.preprocessing import scale\n"
        "def predicted(model, x):\n"
        "    return model.predict(x)\n"
        "tree = DecisionTreeRegressor(max_depth=3, random_state=0).fit(x, scale(y))\n"
        "r = np.power(predicted(tree, x), 1.5).sum()",
        7,
    ),
}
# Turned back, but the model reaches below zero: the logarithm's line is right.
BACK = (
    DATA + "from sklearn.linear_model import LinearRegression\n"
    "model = LinearRegression().fit(x, (y - y.mean()) / y.std())\n"
    "found = model.predict(x - 20.0) * y.std() + y.mean()\n"
    "r = np.log(found).mean()"
)
# Residuals, which are meant to have mean 0.
RESIDUALS = (
    DATA + "from sklearn.linear_model import LinearRegression\n"
    "model = LinearRegression().fit(x, y - 60.0)\n"
    "found = model.predict(x)\n"
    "r = np.log(found).mean()"
)


@pytest.mark.parametrize("name", SCALED)
def test_the_prediction_is_blamed_that_nothing_turns_back(tmp_path: Path, name: str) -> None:
    program, line = SCALED[name]
    found, sentence = first(tmp_path, program)
    assert found == line, sentence


@pytest.mark.parametrize("program", [BACK, RESIDUALS], ids=["turned back", "another response"])
def test_a_prediction_is_right_if_it_was_turned_back(tmp_path: Path, program: str) -> None:
    assert first(tmp_path, program)[0] == 7
