"""Fit the growth of yeast by a power of the time since the lag.

Symptom: curve_fit returns nan for all parameters' errors, and the curve is nan.
Culprit: times before the lag give a negative base with a fractional exponent.
Report: none
"""

import warnings

import numpy as np

warnings.simplefilter("ignore")
time = np.linspace(0, 10, 21)
rng = np.random.default_rng(58)
mass = np.where(time > 2, 0.5 * np.abs(time - 2) ** 1.7, 0) + rng.normal(0, 0.05, 21)


def growth(time, lag, rate, power):
    return rate * (time - lag) ** power  # culprit


def loss(parameters):
    return np.mean((growth(time, *parameters) - mass) ** 2)


grid = [(lag, 0.5, 1.7) for lag in (1.5, 2.0, 2.5)]
losses = np.array([loss(one) for one in grid])
print("losses:", losses)
print("best:", grid[int(np.argmin(losses))])
