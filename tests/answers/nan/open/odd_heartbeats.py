"""Find odd heartbeats by how far each is from the mean of the last ten.

Symptom: the largest score is inf.
Culprit: the monitor froze for twelve beats: the rolling standard deviation is 0 there, and beat 52 is divided by it.
Report: none
"""

import numpy as np
import pandas as pd


def beats():
    rng = np.random.default_rng(10)
    length = pd.Series(800 + rng.normal(0, 20, 120))
    length[40:52] = 790.0
    return length


length = beats()
window = length.shift(1).rolling(10, min_periods=2)
score = (length - window.mean()) / window.std()  # culprit
score = score.dropna()
print("beats with a score:", score.size)
print("largest:", score.abs().max(), "at", score.abs().idxmax())
