"""Frames of a signal, of 64 samples each.

Symptom: The last frame repeats the first samples.
Culprit: np.resize repeats what is missing.
Report: none
"""

import numpy as np

signal = np.random.default_rng(3).normal(size=1000)
frames = np.resize(signal, (16, 64))  # culprit
print("energy:", (frames**2).sum(), "of", (signal**2).sum())
