"""Periods of the moons of Jupiter from their distances, by Kepler's third law.

Prints the period of each moon in days, and the longest of all.

Symptom: four periods are NaN, and so is the longest.
Culprit: the distances, in kilometres, are kept as 32-bit integers; their cubes do not fit, go round to negative
numbers, and have no square root.
Report: none
"""

import numpy as np

GM_KM3_PER_S2 = 1.26686534e8
DAY = 86_400.0
MOONS = {
    "Metis": 128_000,
    "Amalthea": 181_400,
    "Io": 421_800,
    "Europa": 671_100,
    "Ganymede": 1_070_400,
    "Callisto": 1_882_700,
    "Himalia": 11_461_000,
}


def distances(moons):
    return np.fromiter(moons.values(), dtype=np.int32, count=len(moons))  # culprit


def periods(axis_km):
    return 2 * np.pi * np.sqrt(axis_km**3 / GM_KM3_PER_S2)  # culprit, too


days = periods(distances(MOONS)) / DAY
for name, period in zip(MOONS, days):
    print(f"{name:10s} {period:9.3f} days")
print(f"longest {days.max():.2f} days")
