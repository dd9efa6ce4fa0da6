"""Measure the noise in a hall: the level of each second in decibels."""

import numpy as np

rng = np.random.default_rng(9)
signal = rng.normal(0, 0.02, 8000)
levels = []
for start in range(0, 8000, 1000):
    part = signal[start : start + 1000]
    power = np.mean(part**2)
    levels.append(10 * np.log10(power / 4e-10))
levels = np.array(levels)
print("levels:", levels.round(3))
print("loudest:", levels.max())
