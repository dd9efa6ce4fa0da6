"""Test whether the residuals of a groundwater model are independent in time.

Symptom: the autocorrelation of every lag is nan.
Culprit: the first residual is stamped 09:00, so asfreq asks for 09:00 on every day and finds 1 value for 29 days.
Report: pastas/pastas#336
"""

import numpy as np
import pandas as pd


class Residuals:
    """Residuals of a model on irregular days."""

    def __init__(self, days, seed):
        rng = np.random.default_rng(seed)
        stamps = list(pd.date_range("2020-01-01", periods=days, freq="D"))
        stamps[0] = pd.Timestamp("2020-01-01 09:00")
        noise = np.convolve(rng.normal(size=days + 2), [0.6, 0.3, 0.1], mode="valid")
        self.series = pd.Series(noise, index=pd.DatetimeIndex(stamps)).drop(stamps[12:14])

    def equidistant(self):
        return self.series.asfreq("D")  # culprit


def autocorrelation(series, lags=3):
    return {lag: float(series.corr(series.shift(lag))) for lag in range(1, lags + 1)}


residuals = Residuals(days=30, seed=4)
regular = residuals.equidistant()
print("values given:", residuals.series.size)
print("autocorrelation:", autocorrelation(regular))
