"""Energy of a solar roof from power readings taken at uneven times.

Symptom: The last number is another one.
Culprit: Trapezoid without the x argument.
Report: bsumlin/PyMieScatt#5
"""

import numpy as np

OWN_USE_SHARE = 0.35
PRICE = 0.08


def readings(seed=2):
    rng = np.random.default_rng(seed)
    hours = np.sort(np.concatenate([[5.0, 21.0], rng.uniform(5, 21, 150)]))
    power = 4.2 * np.clip(np.sin(np.pi * (hours - 5) / 16), 0, None) ** 1.5
    power = power * rng.uniform(0.8, 1.0, hours.size)
    return hours, power


def daily_energy(hours, power):
    """Area under the power curve."""
    daylight = (hours >= 5.0) & (hours <= 21.0)
    return np.trapezoid(power[daylight])  # culprit


def report(hours, power):
    energy = daily_energy(hours, power)
    print("readings:", hours.size)
    own_use = OWN_USE_SHARE * energy
    print("longest pause (h):", np.diff(hours).max().round(3))
    print("peak (kW):", power.max().round(2))
    print("own use (kWh):", own_use.round(2))
    print("earned (EUR):", (PRICE * (energy - own_use)).round(2))
    print("energy of the day (kWh):", energy)


if __name__ == "__main__":
    report(*readings())
