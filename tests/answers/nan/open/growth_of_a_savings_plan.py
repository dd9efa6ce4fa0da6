"""The mean growth of a plan over 24 months, as the geometric mean of its monthly factors in per mille.

Symptom: the mean growth of the bonds is nan, that of the others far too small.
Culprit: 24 factors of about 1000 have a product beyond int64; it wraps around, here to a negative number.
Report: numpy/numpy#21219
"""

import numpy as np

MONTHS = 24


def factors(mean, spread, seed):
    """Return by how many per mille the plan is worth what it was a month before, in whole numbers as the bank does."""
    rng = np.random.default_rng(seed)
    return np.round(1000.0 + rng.normal(mean, spread, MONTHS)).astype(np.int64)


def mean_growth(monthly):
    grown = np.prod(monthly)  # culprit
    return grown ** (1.0 / len(monthly))


for name, mean, spread, seed in [("bonds", 2.0, 3.0, 1), ("mixed", 4.0, 15.0, 2), ("shares", 6.0, 40.0, 3)]:
    print(f"{name:7s} {mean_growth(factors(mean, spread, seed)):9.3f} per mille a month")
