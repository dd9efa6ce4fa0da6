"""Soften photographs with a round brush.

Symptom: They are white.
Culprit: The brush adds up to 12.6, and nothing divides by it.
Report: none
"""

import numpy as np
from scipy.signal import convolve2d

rng = np.random.default_rng(26)
photograph = rng.uniform(0.1, 0.9, (40, 60))
at = np.arange(-3, 4)
brush = np.exp(-(at[:, None] ** 2 + at[None, :] ** 2) / 4.0)
soft = convolve2d(photograph, brush, mode="same", boundary="symm")  # culprit
print("mean before:", photograph.mean(), "after:", np.clip(soft, 0, 1).mean())
