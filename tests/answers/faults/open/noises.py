"""The level of noise in decibels beside a road, by the hour.

Symptom: 180 dB, louder than a rocket.
Culprit: Decibels take the logarithm to base 10.
Report: none
"""

import numpy as np

REFERENCE = 20e-6


def level(pressure):
    rms = np.sqrt(np.mean(pressure**2, axis=1))
    return 20 * np.log(rms / REFERENCE)  # culprit


rng = np.random.default_rng(15)
loud = 0.02 + 0.1 * np.exp(-(((np.arange(24) - 8) / 3.0) ** 2))
pressure = rng.normal(0, 1, (24, 2000)) * loud[:, None]
print(level(pressure).max())
