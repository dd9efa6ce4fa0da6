"""Hours with a storm warning at an airport.

A warning is due in gusts above 25 m/s, or in gusts above 17 m/s with rain. Prints
the hours with a warning, the longest spell and the share at night.

Culprit: see after.py.
"""

import numpy as np


def winter(hours=24 * 90, seed=90):
    rng = np.random.default_rng(seed)
    wind = np.zeros(hours)
    for i in range(1, hours):
        wind[i] = 0.93 * wind[i - 1] + rng.normal(0, 1.0)
    gust = np.maximum(11.0 + 3.6 * wind, 0.5) * rng.uniform(0.95, 1.15, hours)
    rain = np.where(rng.random(hours) < 0.35 + 0.004 * gust, rng.exponential(1.1, hours), 0.0)
    return gust, rain


gust, rain = winter()
warning = (gust > 25.0) | (gust > 17.0) & (rain > 0.2)
longest, run = 0, 0
for flag in warning:
    run = run + 1 if flag else 0
    longest = max(longest, run)
hour = np.arange(warning.size) % 24
night = warning & ((hour >= 22) | (hour < 6))
print(f"hours with warning {warning.sum()} of {warning.size}")
print(f"longest spell {longest} h, at night {night.sum() / warning.sum():.1%}")
