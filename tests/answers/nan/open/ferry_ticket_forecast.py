"""Forecast ferry tickets per sailing with a Poisson regression.

Prepares calendar features, fits scikit-learn's PoissonRegressor and prints
the deviance, the expected total and the busiest day.

Symptom: the expected total and the mean deviance are inf
Culprit: the price of the test sailings stays in cents (1450 instead of 14.50), so the scaled feature is about 1400 deviations away and exp() of the linear predictor overflows.
Report: none
"""

import warnings

import numpy as np
from sklearn.linear_model import PoissonRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")


def calendar(n, start):
    day = np.arange(start, start + n)
    season = np.cos(2 * np.pi * (day - 200) / 365.0)
    weekend = (day % 7 >= 5).astype(float)
    return day, season, weekend


def price_list(day, unit):
    """Ticket price by day; a promotion lowers it on every tenth day."""
    return unit * (14.5 + 0.004 * (day % 365) - 3.0 * (day % 10 == 0))


def sailings(n, start, unit):
    day, season, weekend = calendar(n, start)
    price = price_list(day, unit)
    return day, np.column_stack([season, weekend, price])


def demand(x, rng):
    rate = np.exp(3.4 + 0.8 * x[:, 0] + 0.4 * x[:, 1] + 0.6 * (x[:, 2] - 14.5))
    return rng.poisson(rate)


def main():
    rng = np.random.default_rng(31)
    _, x_old = sailings(730, 0, unit=1.0)
    y_old = demand(x_old, rng)
    model = make_pipeline(StandardScaler(), PoissonRegressor(alpha=1e-3, max_iter=300))
    model.fit(x_old, y_old)
    print("explained deviance on the past: %.3f" % model.score(x_old, y_old))
    day, x_new = sailings(90, 730, unit=100.0)  # culprit
    with np.errstate(all="ignore"):
        expected = model.predict(x_new)
    weekly = expected[:84].reshape(12, 7).sum(axis=1)
    print("strongest week:", int(np.argmax(weekly)))
    print("expected tickets:", expected.sum())
    print("busiest day:", day[np.argmax(expected)], expected.max())


if __name__ == "__main__":
    main()
