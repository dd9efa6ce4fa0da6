"""Read the noise at houses from a map of measured levels.

Symptom: the mean noise of the street is nan.
Culprit: house 4 stands at 410 m, outside the map that ends at 400 m; bounds_error=False gives nan there.
Report: none
"""

import numpy as np
from scipy.interpolate import RegularGridInterpolator

east, north = np.linspace(0, 400, 9), np.linspace(0, 300, 7)
level = 55 + 10 * np.exp(-((east[:, None] - 150) ** 2 + (north - 120) ** 2) / 2e4)
noise = RegularGridInterpolator((east, north), level, bounds_error=False)  # culprit, too

houses = np.array([[20.0, 100.0], [130.0, 110.0], [255.0, 118.0], [350.0, 125.0], [410.0, 131.0]])
at_houses = noise(houses)  # culprit
print("levels:", at_houses.round(1))
print("street:", at_houses.mean(), "dB")
