"""Ice volume of a glacier under three warming scenarios.

Runs a band model of accumulation and melt from the same ice thickness for each
scenario and prints the volume after 40 years.

Culprit: see after.py.
"""

import numpy as np

BAND_M = np.array([2600.0, 2750.0, 2900.0, 3050.0, 3200.0, 3350.0])
AREA_KM2 = np.array([0.6, 1.1, 1.9, 2.2, 1.4, 0.5])
THICKNESS = np.array([18.0, 40.0, 75.0, 82.0, 60.0, 25.0])


def balance(warming):
    equilibrium = 3080.0 + 120.0 * warming
    return np.where(BAND_M > equilibrium, 0.0020, 0.0035) * (BAND_M - equilibrium)


def run(thickness, warming, years=40):
    ice = thickness.copy()
    for year in range(years):
        ice += balance(warming * year / years)
        np.maximum(ice, 0.0, out=ice)
    return np.dot(ice, AREA_KM2) / 1000.0


start = np.dot(THICKNESS, AREA_KM2) / 1000.0
print(f"today    {start:.4f} km3")
for warming in (1.0, 2.0, 3.0):
    volume = run(THICKNESS, warming)
    print(f"+{warming:.1f} K   {volume:.4f} km3, {volume / start:.1%} of today")
