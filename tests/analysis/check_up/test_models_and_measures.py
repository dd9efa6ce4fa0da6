"""Models and measures that are given something else than they take are found; what only looks like it is not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")
sm = pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")

import statsmodels.formula.api as smf
from sklearn.cluster import KMeans
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import (
    accuracy_score,
    adjusted_rand_score,
    precision_score,
    r2_score,
    recall_score,
    roc_auc_score,
)
from sklearn.model_selection import cross_val_predict
from statsmodels.tsa.arima.model import ARIMA

Program = Callable[[], object]


def _flats() -> pd.DataFrame:
    rng = np.random.default_rng(2)
    area = rng.normal(70, 15, 150)
    floor = rng.integers(0, 6, 150)
    return pd.DataFrame({"area": area, "floor": floor, "rent": 380 + 6 * area + rng.normal(0, 60, 150)})


def a_table_without_a_constant() -> float:
    flats = _flats()
    return sm.OLS(flats["rent"], flats[["area", "floor"]]).fit().rsquared  # fault


def chosen_columns_without_a_constant() -> float:
    flats = _flats()
    chosen = flats[["area"]]  # fault
    return sm.OLS(flats["rent"], chosen).fit().params["area"]


def stacked_columns_without_a_constant() -> float:
    flats = _flats()
    stacked = np.column_stack([flats["area"], flats["floor"]])  # fault
    return sm.WLS(flats["rent"], stacked, weights=1.0).fit().rsquared


def an_array_without_a_constant() -> float:
    rng = np.random.default_rng(0)
    x = rng.uniform(10, 20, 80)
    return sm.WLS(5 - 0.2 * x + rng.normal(0, 0.1, 80), x, weights=np.ones(80)).fit().params[0]  # fault


def constants_and_lines_through_zero() -> float:
    flats, rng = _flats(), np.random.default_rng(1)
    with_one = sm.OLS(flats["rent"], sm.add_constant(flats[["area", "floor"]])).fit()
    kinds = pd.get_dummies(flats["floor"]).to_numpy(float)
    of_kinds = sm.OLS(flats["rent"], np.column_stack([kinds, flats["area"]])).fit()
    current = rng.uniform(0, 2, 60)
    law = sm.OLS(4.7 * current + rng.normal(0, 0.05, 60), current).fit()
    centred = flats - flats.mean()
    return (
        with_one.rsquared
        + of_kinds.rsquared
        + law.params[0]
        + sm.OLS(centred["rent"], centred["area"]).fit().rsquared
    )


def both_kinds_compared() -> float:
    flats = _flats()
    without = sm.OLS(flats["rent"], flats[["area"]]).fit()
    return sm.OLS(flats["rent"], sm.add_constant(flats[["area"]])).fit().ssr / without.ssr


def _loans() -> pd.DataFrame:
    rng = np.random.default_rng(4)
    income, odd = rng.normal(50, 10, 400), rng.normal(size=400)
    late = rng.random(400) < 1 / (1 + np.exp(-(6 - 0.15 * income)))
    even = rng.random(400) < 1 / (1 + np.exp(-odd))
    return pd.DataFrame({"income": income, "odd": odd, "late": late, "even": even}).astype(float)


def chances_without_a_constant() -> float:
    loans = _loans()
    model = sm.Logit(loans["late"], loans[["income"]])
    return model.fit(disp=0).params["income"]  # fault


def counts_without_a_constant() -> float:
    rng = np.random.default_rng(1)
    x = rng.normal(0, 0.3, 200)
    return sm.Poisson(rng.poisson(np.exp(2 + x)), x).fit(disp=0).params[0]  # fault


def chances_with_a_constant_and_around_a_half() -> float:
    loans = _loans()
    with_one = sm.Logit(loans["late"], sm.add_constant(loans[["income"]])).fit(disp=0).params["income"]
    return with_one + sm.Logit(loans["even"], loans[["odd"]]).fit(disp=0).params["odd"]


def _doses(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    grams = rng.choice([0.0, 0.02, 0.04, 0.06], 500)
    cured = rng.random(500) < 1 / (1 + np.exp(1.1 - 42 * grams))
    return np.column_stack([grams, rng.normal(5, 1, 500)]), cured.astype(int)


def _ratio(model: LogisticRegression, step: float) -> float:
    return float(np.exp(model.coef_[0, 0] * step))


def a_shrunk_coefficient_as_a_ratio() -> float:
    rows, cured = _doses(3)
    model = LogisticRegression(max_iter=2000)  # fault
    model.fit(rows, cured)
    return _ratio(model, 0.02)


def shrunk_coefficients_of_a_table() -> pd.Series:
    rows, cured = _doses(4)
    table = pd.DataFrame(rows, columns=["dose", "age"])
    fitted = LogisticRegression().fit(table, cured)  # fault
    return pd.Series(np.exp(fitted.coef_[0]), index=table.columns)


def ratios_of_scaled_columns_and_shrunk_predictions() -> float:
    rows, cured = _doses(3)
    scale = rows.std(axis=0)
    scaled = LogisticRegression().fit(rows / scale, cured)
    free = LogisticRegression(C=1e9, max_iter=5000).fit(rows, cured)
    return _ratio(scaled, 1.0) + _ratio(free, 0.02)


def chances_of_shrunk_coefficients() -> float:
    rows, cured = _doses(3)
    model = LogisticRegression().fit(rows, cured)
    return float((1 / (1 + np.exp(-(rows @ model.coef_[0] + model.intercept_)))).mean())


def _demand() -> np.ndarray:
    rng = np.random.default_rng(17)
    demand = np.full(200, 120.0)
    for week in range(1, 200):
        demand[week] = 48 + 0.6 * demand[week - 1] + rng.normal(0, 6)
    return demand


def a_mean_as_an_intercept() -> np.ndarray:
    demand, ahead = _demand(), []
    result = ARIMA(demand, order=(1, 0, 0), trend="c").fit()
    constant, memory = float(result.params[0]), float(result.params[1])
    last = demand[-1]
    for _ in range(5):
        last = constant + memory * last  # fault
        ahead.append(last)
    return np.array(ahead)


def a_mean_of_a_series_as_an_intercept() -> float:
    weeks = pd.Series(_demand())
    found = ARIMA(weeks, order=(1, 0, 0)).fit().params
    fitted = weeks.shift() * found["ar.L1"] + found["const"]  # fault
    return float((weeks - fitted).std())


def forecasts_around_a_mean() -> np.ndarray:
    demand = _demand()
    params = ARIMA(demand, order=(1, 0, 0)).fit().params
    mean, memory = params[0], params[1]
    intercept = mean * (1 - memory)
    apart = demand[-1] - mean
    return intercept + memory * demand[-1] - (mean + memory * (demand[-1] - mean)) + (mean + memory * apart)


def _trials() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    dose = rng.uniform(0, 10, 120)
    return pd.DataFrame({"dose": dose, "age": rng.normal(40, 9, 120), "crop": 5 + 4 * dose - 0.4 * dose**2})


def a_square_in_a_formula() -> float:
    return smf.ols("crop ~ dose + dose**2", data=_trials()).fit().rsquared  # fault


def a_cube_of_a_generalised_model() -> float:
    trials = _trials()
    model = smf.glm("crop ~ age + dose ** 3", data=trials)  # fault
    return model.fit().deviance


def powers_and_interactions() -> float:
    trials = _trials()
    square = smf.ols("crop ~ dose + I(dose**2) + np.power(age, 2)", data=trials).fit()
    return square.rsquared + smf.ols("crop ~ (dose + age)**2", data=trials).fit().rsquared


def _stars() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    sigma, x = rng.uniform(0.1, 4, 200), rng.uniform(0, 10, 200)
    return sm.add_constant(x), 3 + 1.7 * x + rng.normal(0, sigma), sigma


def errors_for_weights() -> float:
    x, y, sigma = _stars()
    return sm.WLS(y, x, weights=sigma).fit().bse[1]  # fault


def variances_for_weights() -> float:
    x, y, sigma = _stars()
    model = sm.WLS(y, x, sigma**2)  # fault
    return model.fit().bse[1]


def weights_that_fit_and_weights_of_other_things() -> float:
    x, y, sigma = _stars()
    people = np.random.default_rng(1).integers(1, 50, 200).astype(float)
    return sm.WLS(y, x, weights=1 / sigma**2).fit().bse[1] + sm.WLS(y, x, weights=people).fit().bse[1]


def _houses() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    x = rng.normal(size=(300, 4))
    return x, x[:, 0] * 3 + rng.normal(0, 3, 300)


def a_prediction_for_the_truth() -> float:
    x, y = _houses()
    predicted = Ridge().fit(x[:200], y[:200]).predict(x[200:])
    return r2_score(predicted, y[200:])  # fault


def alarms_for_what_happened() -> float:
    x, y = _houses()
    predicted = cross_val_predict(LogisticRegression(), x, y > 2, cv=4)
    return precision_score(predicted, y > 2)  # fault


def truth_first_and_by_name() -> float:
    x, y = _houses()
    predicted = Ridge().fit(x[:200], y[:200]).predict(x[200:])
    other = Ridge(10.0).fit(x[:200], y[:200]).predict(x[200:])
    return (
        r2_score(y[200:], predicted) + r2_score(y_pred=predicted, y_true=y[200:]) + r2_score(predicted, other)
    )


def _seeds() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    kind = rng.permutation(np.repeat([0, 1, 2], 60))
    return np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]])[kind] + rng.normal(size=(180, 2)), kind


def clusters_taken_for_kinds() -> float:
    x, kind = _seeds()
    found = KMeans(3, n_init=5, random_state=1).fit_predict(x)
    return accuracy_score(kind, (found + 1) % 3 if (found == kind).mean() > 0.9 else found)  # fault


def clusters_compared_by_hand() -> float:
    x, kind = _seeds()
    return float((KMeans(3, n_init=5, random_state=2).fit_predict(x) == (kind + 1) % 3).mean())  # fault


def labels_asked_for_in_their_own_line() -> float:
    x, y = _houses()
    model = LogisticRegression().fit(x[:200], y[:200] > 1)
    ranked = model.predict(x[200:])  # fault
    return roc_auc_score(y[200:] > 1, ranked)


def labels_that_others_take_as_well() -> float:
    x, y = _houses()
    model = LogisticRegression().fit(x[:200], y[:200] > 1)
    labels = model.predict(x[200:])
    right = accuracy_score(y[200:] > 1, labels)
    return right + roc_auc_score(y[200:] > 1, labels)  # fault


def _payments() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(9)
    fraud = (rng.random(600) < 0.1).astype(int)
    return rng.normal(size=(600, 3)) + 5 * fraud[:, None], fraud


def the_usual_flagged() -> float:
    x, fraud = _payments()
    found = IsolationForest(contamination=0.1, random_state=0).fit_predict(x)
    flagged = found == 1  # fault
    return recall_score(fraud, flagged)


def labels_of_an_outlier_search() -> float:
    x, fraud = _payments()
    return accuracy_score(fraud, IsolationForest(contamination=0.1, random_state=0).fit_predict(x))  # fault


def labels_under_their_own_names() -> float:
    x, kind = _seeds()
    found = KMeans(3, n_init=5, random_state=1).fit_predict(x)
    values, fraud = _payments()
    flagged = IsolationForest(contamination=0.1, random_state=0).fit_predict(values) == -1
    guess = np.random.default_rng(0).integers(0, 2, 600)
    return adjusted_rand_score(kind, found) + recall_score(fraud, flagged) + accuracy_score(fraud, guess)


FAULTY = [
    a_table_without_a_constant,
    chosen_columns_without_a_constant,
    stacked_columns_without_a_constant,
    an_array_without_a_constant,
    chances_without_a_constant,
    counts_without_a_constant,
    a_shrunk_coefficient_as_a_ratio,
    shrunk_coefficients_of_a_table,
    a_mean_as_an_intercept,
    a_mean_of_a_series_as_an_intercept,
    a_square_in_a_formula,
    a_cube_of_a_generalised_model,
    errors_for_weights,
    variances_for_weights,
    a_prediction_for_the_truth,
    alarms_for_what_happened,
    labels_asked_for_in_their_own_line,
    labels_that_others_take_as_well,
    clusters_taken_for_kinds,
    the_usual_flagged,
    labels_of_an_outlier_search,
]
HEALTHY = [
    constants_and_lines_through_zero,
    both_kinds_compared,
    chances_with_a_constant_and_around_a_half,
    ratios_of_scaled_columns_and_shrunk_predictions,
    chances_of_shrunk_coefficients,
    forecasts_around_a_mean,
    powers_and_interactions,
    weights_that_fit_and_weights_of_other_things,
    truth_first_and_by_name,
    labels_under_their_own_names,
]


@pytest.mark.parametrize("program", FAULTY)
def test_the_marked_line_is_found(program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [("meaning", marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
