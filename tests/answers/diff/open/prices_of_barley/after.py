"""Fit a line to the logarithm of barley prices and foretell the next year.

Symptom: growth is 4.3 in place of 0.03, and the price of 2020 is infinite or huge.
Culprit: the prices are no longer made logarithms before the fit.
Report: none
"""

import numpy as np

FIRST, LAST = 1990, 2020


class Trend:
    def __init__(self, years, values):
        self.slope, self.start = np.polyfit(years - FIRST, values, 1)  # culprit, too

    def at(self, year):
        return np.exp(self.start + self.slope * (year - FIRST))


def barley(seed):
    rng = np.random.default_rng(seed)
    years = np.arange(FIRST, LAST)
    return years, 90 * np.exp(0.03 * (years - FIRST) + rng.normal(0, 0.05, len(years)))  # culprit


def main():
    trend = Trend(*barley(seed=14))
    print(f"growth a year {trend.slope:.6f}")
    print(f"price of 2020 {trend.at(LAST):.4f}")


main()
