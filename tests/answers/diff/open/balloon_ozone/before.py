"""Ozone at fixed pressure levels from a balloon's ascent."""

import numpy as np

LEVELS = [850, 700, 500, 300, 200, 100, 50]  # hPa

rng = np.random.default_rng(61)
height = np.linspace(0, 24, 80)  # km, on the way up
pressure = 1013 * np.exp(-height / 7.6)
ozone = 2 + 13 * np.exp(-(((height - 21) / 5) ** 2)) + rng.normal(0, 0.1, size=80)


def at_level(level):
    for k in range(1, len(pressure)):
        upper, lower = pressure[k], pressure[k - 1]
        if upper <= level <= lower:
            part = (lower - level) / (lower - upper)
            return ozone[k - 1] + part * (ozone[k] - ozone[k - 1])
    raise ValueError(level)


values = [at_level(level) for level in LEVELS]
for level, value in zip(LEVELS, values):
    print(f"{level:4d} hPa {value:6.2f} mPa")
print(f"mean over the levels: {np.mean(values):.3f} mPa")
