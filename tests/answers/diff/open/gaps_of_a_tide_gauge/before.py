"""Describe a tide gauge with gaps, with compiled loops.

Culprit: see after.py
"""

import numpy as np
from numba import njit


@njit
def mean_without_gaps(values):
    total = 0.0
    count = 0
    for value in values:
        if not np.isnan(value):
            total += value
            count += 1
    return total / count


@njit
def highest_runs(values, limit):
    runs = 0
    above = False
    for value in values:
        if value > limit and not above:
            runs += 1
        above = value > limit
    return runs


def gauge(days, seed):
    rng = np.random.default_rng(seed)
    hours = np.arange(24 * days)
    level = 2.1 * np.sin(2 * np.pi * hours / 12.42) + 0.6 * np.sin(2 * np.pi * hours / 24)
    level += rng.normal(0, 0.1, hours.size)
    level[rng.choice(hours.size, 40, replace=False)] = np.nan
    return level


level = gauge(30, seed=70)
mean = mean_without_gaps(level)
print(f"hours {level.size}, gaps {np.isnan(level).sum()}")
print(f"mean level {mean:.5f}")
print(f"highest {np.nanmax(level) - mean:.5f} over the mean")
print(f"high waters {highest_runs(level, 1.5)}")
print("low months", [name for name, part in zip("ab", np.split(level, 2)) if mean_without_gaps(part) < mean])
