"""Foretell the water of a mill race from the rain of the days before.

Symptom: a larger error, and other weights
Culprit: the rain of the day itself is in the window, that of the first day is not
Report: none
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def weather(seed, days=400):
    rng = np.random.default_rng(seed)
    rain = rng.gamma(0.6, 5.0, days)
    water = np.full(days, 20.0)
    for day in range(1, days):
        water[day] = 0.7 * water[day - 1] + 6 + 0.5 * rain[day - 1]
    return rain, water + rng.normal(0, 0.4, days)


def features(rain, water, lags):
    """Return a row a day: one, the rain of the days before, the water of the day before."""
    windows = sliding_window_view(rain, lags)[1:]  # culprit
    before = water[lags - 1 : -1]
    return np.column_stack([np.ones(len(before)), windows, before]), water[lags:]


class Forecast:
    def fit(self, rows, wanted):
        self.weights = np.linalg.lstsq(rows, wanted, rcond=None)[0]
        return self

    def error(self, rows, wanted):
        return rows @ self.weights - wanted


def main():
    rows, wanted = features(*weather(12), lags=4)
    split = int(0.75 * len(rows))
    forecast = Forecast().fit(rows[:split], wanted[:split])
    error = forecast.error(rows[split:], wanted[split:])
    print(f"rows {len(rows)}")
    print(f"rmse {np.sqrt(np.mean(error**2)):.6f}, bias {error.mean():.6f}")
    print("weights", forecast.weights.round(4))


main()
