"""Follow weather balloons through the air, and report where they burst.

Culprit: see after.py
"""

import numpy as np

STEP = 10.0  # seconds


def winds(levels, seed):
    rng = np.random.default_rng(seed)
    height = np.linspace(0, 32000, levels)
    east = 8 + 22 * np.exp(-(((height - 11000) / 4000) ** 2)) + rng.normal(0, 1, levels)
    return height, east


def lift(height):
    return 5.2 + 0.6 * np.tanh((height - 9000) / 5000)


def ascend(start, steps, heights, wind):
    height = np.empty(steps)
    drift = np.empty(steps)
    height[0], drift[0] = start, 0.0
    for i in range(1, steps):
        height[i] = height[i - 1] + STEP * 5.5
        drift[i] = drift[i - 1] + STEP * np.interp(height[i - 1], heights, wind)
    return height, drift


heights, wind = winds(120, seed=80)
for start in (20.0, 480.0, 1650.0):
    height, drift = ascend(start, 500, heights, wind)
    burst = np.searchsorted(height, 26000)
    pressure = 1013 * np.exp(-height / 7600)
    print(f"from {start:.0f} m: bursts after {burst * STEP:.0f} s, {drift[burst] / 1000:.4f} km to the east")
    print(f"   pressure {pressure[burst]:.4f} hPa, lift {lift(height[burst]):.4f}")
