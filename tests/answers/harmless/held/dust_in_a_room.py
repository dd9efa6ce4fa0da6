"""Simulate how dust settles in a room, in parallel over grains, and report where it lies.

Symptom: none
Culprit: none
Tempts: `check-determinism` and `diff` could accuse the parallel sum, whose last digits depend on the number of threads.
Report: none (a question asked often: sums of a parallel loop differ in the last digits)
"""

import numpy as np
from numba import njit, prange

HEIGHT = 2.5
STEP = 0.05


@njit(parallel=True)
def fall(height, size, draught):
    """Return when each grain lands, in s, and how far it drifted, in m."""
    time = np.zeros(height.size)
    drift = np.zeros(height.size)
    for grain in prange(height.size):
        left = height[grain]
        speed = 0.03 * size[grain] ** 2
        while left > 0.0:
            drift[grain] += draught * left / HEIGHT * STEP
            left -= speed * STEP
            time[grain] += STEP
    return time, drift


@njit(parallel=True)
def mass(size):
    total = 0.0
    for grain in prange(size.size):
        total += size[grain] ** 3
    return total


def room(grains, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, HEIGHT, grains), rng.lognormal(0.6, 0.3, grains)


height, size = room(4_000, seed=14)
time, drift = fall(height, size, 0.08)
print(f"mean time {time.mean():.4f} s, longest {time.max():.2f} s")
print(f"mean drift {drift.mean():.5f} m")
print(f"mass {mass(size):.4f}, agrees with a plain sum: {np.isclose(mass(size), (size**3).sum())}")
print("grains by metre:", np.histogram(drift, bins=np.arange(0, 6))[0])
