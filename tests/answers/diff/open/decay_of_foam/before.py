"""Fit how the foam of a beer decays, although some readings were disturbed.

Culprit: see after.py
"""

import numpy as np
from scipy.optimize import least_squares


def foam(seed):
    rng = np.random.default_rng(seed)
    time = np.linspace(0, 300, 61)
    height = 14.0 * np.exp(-time / 110) + 0.6
    height += rng.normal(0, 0.1, time.size)
    height[rng.choice(time.size, 5, replace=False)] += rng.uniform(2, 4, 5)
    return time, height


def residuals(p, time, height):
    return p[0] * np.exp(-time / p[1]) + p[2] - height


time, height = foam(seed=14)
fit = least_squares(residuals, [10.0, 80.0, 0.0], loss="soft_l1", f_scale=0.2, args=(time, height))
start, life, rest = fit.x
half = life * np.log(2)
left = residuals(fit.x, time, height)
print(f"start {start:.5f} cm, life {life:.4f} s, rest {rest:.5f} cm")
print(f"half-life {half:.4f} s")
print(f"median of residuals {np.median(np.abs(left)):.5f}")
print(f"highest reading {height.max():.4f}")
