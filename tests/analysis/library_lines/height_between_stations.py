"""Interpolate heights along a road.

Report: scipy/scipy#4233: points before the first and behind the last station
Says: `interp1d(bounds_error=False)`: 2 of 8 points lie outside the range of the given points
"""

import numpy as np
from scipy.interpolate import interp1d

stations, heights = np.array([0.0, 1.0, 2.0, 5.0]), np.array([10.0, 12.0, 11.0, 30.0])
profile = interp1d(stations, heights, bounds_error=False)(np.linspace(-1, 6, 8))  # culprit
print("highest:", profile.max())
