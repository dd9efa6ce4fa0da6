"""Fit the waiting times at a counter by a normal distribution with a trend.

Symptom: the fit says nan
Culprit: nothing keeps the deviation above 0; the search tries a negative one, whose logarithm is nan
Report: scipy/scipy#9640
"""

import numpy as np
from scipy.optimize import minimize


def waits(count):
    rng = np.random.default_rng(27)
    queue = rng.integers(0, 12, count).astype(float)
    return queue, 3.0 + 1.4 * queue + rng.normal(0, 0.02, count)


def negative_log_likelihood(parameters, queue, wait):
    level, slope, deviation = parameters
    error = (wait - level - slope * queue) / deviation
    return np.sum(0.5 * error**2 + np.log(deviation))  # culprit


def fit(queue, wait, start):
    found = minimize(  # culprit, too
        negative_log_likelihood,
        start,
        args=(queue, wait),
        method="Powell",
    )
    return found.x


def main():
    queue, wait = waits(150)
    level, slope, deviation = fit(queue, wait, np.array([1.0, 1.0, 0.3]))
    print(f"wait = {level:.2f} + {slope:.2f} * queue, deviation {deviation:.3f}")
    print("queue of 10:", level + slope * 10)


main()
