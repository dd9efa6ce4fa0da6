"""Roughness of a road from a laser profile.

Takes the slow undulation out of the profile in blocks of 64 points and prints the
root mean square of the rest, by lane marking and in all.

Culprit: the number of blocks is n // 64 = 15, so the last 40 of the 1000 points are
not treated and keep the NaN with which the result was laid out; the root mean square
of the whole profile is NaN.
"""

import numpy as np
from numba import njit

BLOCK = 64
STEP_M = 0.05


def profile(n=1000, seed=23):
    rng = np.random.default_rng(seed)
    x = np.arange(n) * STEP_M
    hill = 0.04 * np.sin(2 * np.pi * x / 40.0)
    joints = np.where((x % 5.0) < 0.06, 0.006, 0.0)
    return x, hill + joints + rng.normal(0, 0.0015, n)


@njit
def remove_trend(height, block):
    n = height.size
    rest = np.full(n, np.nan)
    blocks = n // block  # culprit
    for b in range(blocks):
        lo = b * block
        hi = min(n, lo + block)
        mean_i, mean_h = 0.0, 0.0
        for i in range(lo, hi):
            mean_i += i / (hi - lo)
            mean_h += height[i] / (hi - lo)
        cov, var = 0.0, 0.0
        for i in range(lo, hi):
            cov += (i - mean_i) * (height[i] - mean_h)
            var += (i - mean_i) ** 2
        for i in range(lo, hi):
            rest[i] = height[i] - mean_h - cov / var * (i - mean_i)
    return rest


def rms_mm(values):
    return 1e3 * np.sqrt(np.mean(values**2))


x, height = profile()
rest = remove_trend(height, BLOCK)
print(f"first half:  {rms_mm(rest[x < 25.0]):.3f} mm")
print(f"second half: {rms_mm(rest[x >= 25.0]):.3f} mm")
print(f"profile:     {rms_mm(rest):.3f} mm over {x[-1]:.2f} m")
