"""Ozone amount between standard pressure levels from a balloon sounding.

Symptom: The number is wrong.
Culprit: Np.interp with decreasing xp (pressure) returns the end value everywhere.
Report: numpy/numpy#10448
"""

import numpy as np

STANDARD = np.array([850.0, 700.0, 500.0, 400.0, 300.0, 250.0, 200.0, 150.0, 100.0, 70.0, 50.0, 30.0])


def sounding(rng):
    altitude = np.arange(0.2, 28.0, 0.1)
    pressure = 1013.0 * np.exp(-altitude / 7.2)
    ozone = 2.5 + 12.5 * np.exp(-(((altitude - 22.0) / 5.0) ** 2))
    ozone = ozone + rng.normal(0, 0.1, altitude.size)
    return pressure, np.clip(ozone, 0.5, None)


def to_standard_levels(pressure, ozone):
    return np.interp(STANDARD, pressure, ozone)  # culprit


def layer_columns(ozone_on_levels):
    middle = 0.5 * (ozone_on_levels[1:] + ozone_on_levels[:-1])
    thickness = np.log(STANDARD[:-1] / STANDARD[1:])
    return middle * thickness


def column_in_dobson(layers):
    return 6.1 * layers.sum()


def main():
    rng = np.random.default_rng(11)
    pressure, ozone = sounding(rng)
    print(f"samples: {pressure.size}, {pressure.max():.0f} to {pressure.min():.0f} hPa")
    levels = to_standard_levels(pressure, ozone)
    layers = layer_columns(levels)
    for top, bottom, amount in zip(STANDARD[1:], STANDARD[:-1], layers):
        print(f"{bottom:6.0f} - {top:4.0f} hPa  {amount:6.2f}")
    print(f"column 850-30 hPa: {column_in_dobson(layers):.1f} DU")


if __name__ == "__main__":
    main()
