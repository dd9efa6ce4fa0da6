"""Data are scaled.

Symptom: The mean of the data is 0 afterwards.
Culprit: `x -= x.mean()` changes the caller's array.
Report: none
"""

import numpy as np


def scale(x):
    x -= x.mean()  # culprit
    return x / x.std()


data = np.arange(10.0)
z = scale(data)
print(z.sum(), data.mean())
