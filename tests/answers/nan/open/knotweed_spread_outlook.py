"""Outlook of the area invaded by knotweed along a river, by a log-linear regression.

The area is regressed on years since the first survey; the outlook covers the next five years.
Symptom: the forecast area is inf hectares for every future date, also the needed budget.
Culprit: the model is fitted on years but the outlook is asked in days since the first survey, so exp of the
prediction overflows.
Report: none
"""

from datetime import date

import numpy as np
from sklearn.compose import TransformedTargetRegressor
from sklearn.linear_model import LinearRegression

FIRST_SURVEY = date(2009, 5, 1)
SURVEYS = [date(2009 + k, 5, 1) for k in range(13)]
COST_PER_HECTARE = 4300.0


def surveyed_area(seed=29):
    rng = np.random.default_rng(seed)
    years = np.array([(d - FIRST_SURVEY).days / 365.25 for d in SURVEYS])
    return years, 0.8 * np.exp(0.21 * years) * rng.lognormal(0, 0.07, len(years))


class Outlook:
    def __init__(self):
        self.model = TransformedTargetRegressor(
            LinearRegression(), func=np.log, inverse_func=np.exp, check_inverse=False
        )

    def fit(self, years, area):
        self.model.fit(years.reshape(-1, 1), area)
        self.growth = float(self.model.regressor_.coef_.ravel()[0])
        return self

    def forecast(self, dates):
        elapsed = np.array([(d - FIRST_SURVEY).days for d in dates], dtype=float)  # culprit
        with np.errstate(over="ignore"):
            return self.model.predict(elapsed.reshape(-1, 1))


def main():
    years, area = surveyed_area()
    outlook = Outlook().fit(years, area)
    r2 = outlook.model.score(years.reshape(-1, 1), area)
    print(f"fitted growth: {100 * outlook.growth:.1f} % per year, R2 = {r2:.3f}")
    print(f"area at the last survey: {area[-1]:.1f} ha")
    future = [date(2022 + k, 5, 1) for k in range(5)]
    forecast = outlook.forecast(future)
    for d, hectares in zip(future, forecast):
        print(f"{d:%Y}: {hectares:8.1f} ha  budget {hectares * COST_PER_HECTARE:12.0f}")
    print("mean forecast:", forecast.mean())


if __name__ == "__main__":
    main()
