"""Find at which load a beam begins to yield from measured bends.

Symptom: the fitted exponent and all errors are nan or inf.
Culprit: the power of a negative number: loads below the yield point make `load - start` negative.
Report: scipy/scipy#6716
"""

import warnings

import numpy as np
from scipy.optimize import least_squares

warnings.simplefilter("ignore")


def bend(load, parameters):
    slope, start, power = parameters
    plastic = (load - start) ** power  # culprit
    return slope * load + 0.2 * plastic


def main():
    load = np.linspace(1, 20, 12)
    rng = np.random.default_rng(3)
    measured = 0.5 * load + 0.2 * np.clip(load - 8, 0, None) ** 1.5 + rng.normal(0, 0.05, 12)
    guess = np.array([0.5, 7.0, 1.4])
    start = np.sum((bend(load, guess) - measured) ** 2)
    print("error at the start:", start)
    best = None
    for power in np.linspace(1.1, 1.9, 5):
        wrong = np.mean((bend(load, (0.5, 8.0, power)) - measured) ** 2)
        if best is None or wrong < best[0]:
            best = wrong, power
    print("best power:", best[1], "error", best[0])
    print(least_squares.__name__, "is next")


main()
