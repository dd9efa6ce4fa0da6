"""Follow weather balloons through the air, and report where they burst.

Symptom: balloons drift some hundred metres further
Culprit: the sum over the winds begins with the wind of the first step, the loop began with 0
Report: none
"""

import numpy as np

STEP = 10.0  # seconds
ASCENT = 5.5  # metres a second
BURST = 26000


def winds(levels, seed):
    rng = np.random.default_rng(seed)
    height = np.linspace(0, 32000, levels)
    east = 8 + 22 * np.exp(-(((height - 11000) / 4000) ** 2)) + rng.normal(0, 1, levels)
    return height, east


def lift(height):
    return 5.2 + 0.6 * np.tanh((height - 9000) / 5000)


def ascend(start, steps, heights, wind):
    """Return heights and drifts after each step, without a loop."""
    height = start + STEP * ASCENT * np.arange(steps)
    speed = np.interp(height, heights, wind)
    return height, STEP * np.cumsum(speed)  # culprit


def report(start, height, drift):
    burst = np.searchsorted(height, BURST)
    pressure = 1013 * np.exp(-height[burst] / 7600)
    print(f"from {start:.0f} m: bursts after {burst * STEP:.0f} s, {drift[burst] / 1000:.4f} km to the east")
    print(f"   pressure {pressure:.4f} hPa, lift {lift(height[burst]):.4f}")


profile = winds(120, seed=80)
for start in (20.0, 480.0, 1650.0):
    report(start, *ascend(start, 500, *profile))
