"""A parabola through measurements, at new places.

Symptom: The values are far off.
Culprit: polyfit gives the highest power first, Polynomial's functions ask for the lowest.
Report: none
"""

import numpy as np

x = np.linspace(0, 4, 20)
y = 1 + 2 * x - 0.5 * x**2
fit = np.polyfit(x, y, 2)
print(np.polynomial.polynomial.polyval(np.array([1.0, 2.0]), fit))  # culprit
