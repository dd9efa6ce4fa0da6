"""Reads temperatures at the mandatory pressure levels out of a balloon ascent.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np

MANDATORY_LEVELS = [925.0, 850.0, 700.0, 500.0, 400.0, 300.0]


def make_sounding(seed=11):
    """One ascent: pressure in hPa from the ground upwards, temperature in deg C."""
    generator = np.random.default_rng(seed)
    height = np.linspace(0.0, 10500.0, 180)
    pressure = 1008.0 * np.exp(-height / 7600.0)
    temperature = 17.5 - 6.4e-3 * height
    temperature += generator.normal(0.0, 0.15, height.size)
    return pressure, temperature, height


def temperature_at_levels(pressure, temperature, levels):
    ascending = np.argsort(pressure)
    return np.interp(levels, pressure[ascending], temperature[ascending])


def mean_layer(values, levels, top, bottom):
    selected = [value for value, level in zip(values, levels) if top <= level <= bottom]
    return float(np.mean(selected))


def vertical_difference(values, levels):
    by_level = dict(zip(levels, values))
    return by_level[850.0] - by_level[500.0]


def main():
    pressure, temperature, height = make_sounding()
    print(f"levels in the ascent: {pressure.size}, top at {pressure.min():.0f} hPa")
    print(f"temperature at the ground: {temperature[0]:.1f} C")

    at_levels = temperature_at_levels(pressure, temperature, MANDATORY_LEVELS)
    for level, value in zip(MANDATORY_LEVELS, at_levels):
        print(f"  {level:6.0f} hPa {value:7.2f} C")

    lapse = vertical_difference(at_levels, MANDATORY_LEVELS)
    layer = mean_layer(at_levels, MANDATORY_LEVELS, 500.0, 925.0)
    print(f"850-500 hPa temperature difference: {lapse:.2f} K")
    print(f"mean of the lower layer: {layer:.2f} C")


if __name__ == "__main__":
    main()
