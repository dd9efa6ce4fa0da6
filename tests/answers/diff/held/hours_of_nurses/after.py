"""Sum the hours of nurses on three wards, with a supplement for nights and Sundays.

Symptom: none: the hours of each ward are the same as in the version before, to rounding.
Culprit: none: equal
Report: none
"""

import numpy as np


def supplement(start, weekday):
    night = (start >= 20) | (start < 6)
    return 1.0 + 0.25 * night + 0.5 * (weekday == 6)


rng = np.random.default_rng(14)
ward = rng.integers(0, 3, 900)
start = rng.integers(0, 24, 900)
weekday = rng.integers(0, 7, 900)
hours = rng.uniform(4.0, 12.0, 900)

paid = np.bincount(ward, weights=hours * supplement(start, weekday), minlength=3)
for number, value in enumerate(paid):
    print(f"ward {number}: {value:.3f} h")
