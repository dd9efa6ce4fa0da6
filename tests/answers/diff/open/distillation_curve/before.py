"""Interpolate the boiling curve of a fuel and find its volatility."""

import numpy as np
from scipy.interpolate import CubicSpline

v = np.array([0.0, 10, 30, 50, 70, 90, 100])
t = np.array([36.1, 69.5, 97.2, 114.8, 134.0, 161.3, 208.9])
cs = CubicSpline(v, t, bc_type="natural")
slope = float((cs(90.0) - cs(10.0)) / (90.0 - 10.0))
average = float(np.mean(cs(np.linspace(0, 100, 21))))
print("at 5 and 95 %:", np.round(cs(np.array([5.0, 95.0])), 4))
print("at 40 %:", round(float(cs(40.0)), 4))
print(f"slope {slope:.5f}, average {average:.5f}")
