"""The variance of numbers near 1e8.

Symptom: It is 2.0; right is 0.083.
Culprit: The mean of the squares less the square of the mean.
Report: none
"""

import numpy as np

x = np.linspace(1e8, 1e8 + 1, 1000)
var = (x**2).mean() - x.mean() ** 2  # culprit
print(var)
