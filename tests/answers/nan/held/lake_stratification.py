"""Summarise the thermal structure of a lake from one profile per week.

Prints the thermocline depth and the mean Schmidt-like stability for a season.

Symptom: the season mean of the buoyancy frequency is nan
Culprit: the density gradient is negative near the surface of the last autumn profile, which is up to 0.4 degC colder at the top, so sqrt(g/rho*drho/dz) gets a negative argument there; it should be clipped at 0.
Report: none
"""

import numpy as np

G = 9.81
DEPTHS = np.linspace(0.0, 30.0, 61)


def water_density(temp):
    """Fresh water density in kg/m3 (Martin & McCutcheon)."""
    t = np.asarray(temp)
    return 1000.0 * (1.0 - (t + 288.9414) * (t - 3.9863) ** 2 / (508929.2 * (t + 68.12963)))


def weekly_profile(week):
    surface = 9.0 + 11.0 * np.sin(np.pi * week / 26.0)
    bottom = 6.0 + 0.05 * week
    thermocline = 6.0 + 0.45 * week
    shape = 1.0 / (1.0 + np.exp((DEPTHS - thermocline) / 1.8))
    profile = bottom + (surface - bottom) * shape
    if week >= 25:
        profile = profile - 0.4 * np.exp(-DEPTHS / 2.0)
    return profile


def buoyancy_frequency(rho):
    gradient = np.gradient(rho, DEPTHS)
    return np.sqrt(G / rho.mean() * gradient)  # culprit


def thermocline_depth(temp):
    return DEPTHS[np.argmin(np.gradient(temp, DEPTHS))]


def main():
    peaks, depths = [], []
    for week in range(26):
        temp = weekly_profile(week)
        rho = water_density(temp)
        n = buoyancy_frequency(rho)
        peaks.append(n.mean())
        depths.append(thermocline_depth(temp))
    print("mean thermocline depth [m]: %.2f" % np.mean(depths))
    print("deepest thermocline [m]:    %.2f" % np.max(depths))
    print("season mean N [1/s]:", np.mean(peaks))


if __name__ == "__main__":
    main()
