"""States behind noisy sensors, by expectation and maximisation.

Symptom: errors are nan
Culprit: exp of log likelihoods of -2e4 is 0 for both states, and their sum is divided by
Report: none
"""

import numpy as np


def simulate(rng, sensors=12, items=40):
    truth = rng.integers(0, 2, items)
    error = rng.uniform(0.5, 2.0, sensors)
    readings = truth[None, :] * 30 + rng.normal(0, 1, (sensors, items)) * error[:, None] * 12
    return truth, readings


def responsibilities(readings, error):
    logs = np.stack([-((readings - 30 * state) ** 2 / error[:, None] ** 2).sum(axis=0) for state in (0, 1)])
    weights = np.exp(logs)  # culprit
    return weights / weights.sum(axis=0)  # culprit, too


def main():
    rng = np.random.default_rng(5)
    truth, readings = simulate(rng)
    error = np.ones(len(readings))
    for _ in range(3):
        share = responsibilities(readings, error)
        squares = share[0] * readings**2 + share[1] * (readings - 30) ** 2
        error = np.sqrt(squares.mean(axis=1)) + 0.1
    print("found:", ((share[1] > 0.5) == truth).mean(), "errors:", error.round(2))


main()
