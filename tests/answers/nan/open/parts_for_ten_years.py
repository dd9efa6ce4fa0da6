"""Simulate the demand for a spare part that remembers its last two weeks.

Symptom: the mean demand of ten years is nan.
Culprit: the coefficients 0.9 and 0.4 add up to more than 1, so the process explodes.
Report: none
"""

import numpy as np
from scipy.signal import lfilter

rng = np.random.default_rng(8)
shocks = rng.normal(0, 3, 52 * 200)
memory = np.array([1.0, -0.9, -0.4])  # culprit
demand = 50 + lfilter([1.0], memory, shocks)
print("mean demand:", demand.mean())
print("last ten years:", demand[-520:].std())
