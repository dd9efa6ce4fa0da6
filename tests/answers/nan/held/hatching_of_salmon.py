"""Compute the mean growth of salmon in the tanks of a hatchery over a season.

Symptom: the mean growth of four of five tanks is nan, and so is the forecast for the next season.
Culprit: the geometric mean is taken of the rates (-0.1), some of which are negative, not of the factors (0.9).
Report: none (a question asked often: a geometric mean of growth rates is nan)
"""

import numpy as np
from scipy import stats

WEEKS = 20


class Tank:
    """A tank whose fish are weighed once a week."""

    def __init__(self, name, start, rng):
        self.name = name
        steps = rng.normal(0.05, 0.06, WEEKS)
        self.grams = start * np.cumprod(1 + steps)

    def rates(self):
        """Return by which part the fish grew each week."""
        return np.diff(self.grams) / self.grams[:-1]

    def mean_growth(self):
        return stats.gmean(self.rates())  # culprit


def forecast(tanks, weeks):
    """Return the weight in grams after some more weeks of the mean growth."""
    growth = np.array([tank.mean_growth() for tank in tanks])
    last = np.array([tank.grams[-1] for tank in tanks])
    return last * (1 + growth) ** weeks


rng = np.random.default_rng(33)
tanks = [Tank(name, rng.uniform(4, 6), rng) for name in "ABCDE"]
for tank in tanks:
    print(f"tank {tank.name}: {tank.grams[-1]:7.2f} g, {tank.mean_growth():.4f} a week")
weights = forecast(tanks, weeks=8)
print(f"forecast: {weights.mean():.2f} g")
