"""Ozone at fixed pressure levels from a balloon's ascent.

Symptom: The last number is another one.
Culprit: Np.interp with falling xp.
Report: numpy/numpy#24898
"""

import numpy as np

LEVELS = np.array([850, 700, 500, 300, 200, 100, 50])  # hPa


def ascent(rng, n=80):
    height = np.linspace(0, 24, n)  # km, on the way up
    pressure = 1013 * np.exp(-height / 7.6)
    ozone = 2 + 13 * np.exp(-(((height - 21) / 5) ** 2)) + rng.normal(0, 0.1, size=n)
    return pressure, ozone


def at_levels(levels, pressure, ozone):
    return np.interp(levels, pressure, ozone)  # culprit


def main():
    pressure, ozone = ascent(np.random.default_rng(61))
    values = at_levels(LEVELS, pressure, ozone)
    for level, value in zip(LEVELS, values):
        print(f"{level:4d} hPa {value:6.2f} mPa")
    print(f"mean over the levels: {values.mean():.3f} mPa")


if __name__ == "__main__":
    main()
