"""Fit a steady growth to the census of a town and forecast its inhabitants.

Symptom: the errors of the fit and the forecast are inf, while the growth stays at its first guess, 1.
Culprit: without a start the fit begins with a growth of 1 a year, and exp(1 * 740) is beyond all numbers.
Report: none
"""

import warnings

import numpy as np
from scipy.optimize import OptimizeWarning, curve_fit

warnings.simplefilter("ignore", OptimizeWarning)
np.seterr(all="ignore")

FOUNDED = 1130.0


def census(rng):
    year = np.arange(1870.0, 2021.0, 10.0)
    inhabitants = 5200.0 * np.exp(0.0115 * (year - 1870.0)) * rng.normal(1.0, 0.02, year.size)
    return year, inhabitants.round()


def missing_years(year, inhabitants):
    """Leave out the years in which the war made counting impossible."""
    war = (year == 1940.0) | (year == 1920.0)
    return year[~war], inhabitants[~war]


def steady(age, first, growth):
    return first * np.exp(growth * age)


class Forecast:
    def __init__(self, model):
        self.model = model

    def fit(self, year, inhabitants):
        age = year - FOUNDED
        self.best, covariance = curve_fit(self.model, age, inhabitants, maxfev=5000)  # culprit
        self.error = np.sqrt(np.diag(covariance))
        return self

    def predict(self, year):
        return self.model(year - FOUNDED, *self.best)


def doubling_time(growth):
    return np.log(2.0) / growth


def main():
    year, inhabitants = missing_years(*census(np.random.default_rng(1130)))
    forecast = Forecast(steady).fit(year, inhabitants)
    for name, value, error in zip(("first", "growth"), forecast.best, forecast.error, strict=True):
        print(f"{name:7s} {value:12.6f} +- {error:.6f}")
    print(f"doubles in {doubling_time(forecast.best[1]):.2f} years")
    print(f"mean of the census {inhabitants.mean():.1f}, in 2040: {forecast.predict(2040.0):.0f}")


main()
