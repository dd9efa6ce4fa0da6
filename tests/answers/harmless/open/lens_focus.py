"""Radii of an achromatic doublet that focuses two colours at 100 mm.

Searches with Nelder-Mead for the three radii that bring both colours to the wanted
focal length with flat surfaces; prints radii and focal lengths.

Culprit: none
Tempts: the merit function returns inf for radii that cannot be ground, so the search
compares finite values with infinite ones by design; the best point is finite.
"""

import numpy as np
from scipy.optimize import minimize

TARGET = 100.0
CROWN = {"blue": 1.52238, "red": 1.51432}
FLINT = {"blue": 1.63208, "red": 1.61503}


def focal_length(radii, colour):
    r1, r2, r3 = radii
    power = (CROWN[colour] - 1) * (1 / r1 - 1 / r2)
    power += (FLINT[colour] - 1) * (1 / r2 - 1 / r3)
    return 1.0 / power


def merit(radii):
    if radii[0] < 20.0 or radii[1] > -20.0 or abs(radii[2]) < 20.0:
        return np.inf
    blue, red = focal_length(radii, "blue"), focal_length(radii, "red")
    bending = (30.0 / radii[0]) ** 2 + (30.0 / radii[1]) ** 2
    return (blue - TARGET) ** 2 + (red - TARGET) ** 2 + 0.01 * bending


best, lowest = None, np.inf
for start in ([60.0, -45.0, -150.0], [30.0, -22.0, -400.0], [80.0, -60.0, -90.0]):
    found = minimize(merit, start, method="Nelder-Mead", options={"maxiter": 1500})
    if found.fun < lowest:
        best, lowest = found.x, found.fun
print("radii " + ", ".join(f"{r:.2f}" for r in best) + " mm")
for colour in ("blue", "red"):
    print(f"{colour:5s} {focal_length(best, colour):.3f} mm")
