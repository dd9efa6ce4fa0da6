"""Height of the tide by moon and wind, by least squares.

Symptom: The coefficients are near 0.
Culprit: The rows of the moon are permuted, the heights are not.
Report: none
"""

import numpy as np

rng = np.random.default_rng(3)
moon = rng.normal(size=(50, 3))
height = moon @ np.array([1.0, 0.5, -2.0]) + 0.1 * rng.normal(size=50)
mixed = rng.permutation(moon)  # culprit
train_x, train_y = mixed[:40], height[:40]
coef = np.linalg.lstsq(train_x, train_y, rcond=None)[0]
print(coef, np.abs(mixed[40:] @ coef - height[40:]).mean())
