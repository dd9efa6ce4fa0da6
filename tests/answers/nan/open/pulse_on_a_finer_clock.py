"""Bring a pulse signal from one value a minute to one every 20 seconds and count the beats.

Symptom: two of three values of the finer signal are nan and the running count of beats stops.
Culprit: 58 of the 88 bins of 20 s hold no value, and resample().mean() of an empty bin is nan.
Report: pandas-dev/pandas#9528
"""

import numpy as np
import pandas as pd


def record(minutes=30):
    rng = np.random.default_rng(19)
    clock = pd.date_range("2026-07-01 09:00", periods=minutes, freq="min")
    return pd.Series(68 + 6 * np.sin(np.arange(minutes) / 5) + rng.normal(0, 1, minutes), index=clock)


def finer(pulse, step="20s"):
    return pulse.resample(step).mean()  # culprit


def beats(pulse, seconds=20):
    """Return the beats since the start."""
    return np.cumsum(pulse.to_numpy() * seconds / 60)


pulse = record()
fine = finer(pulse)
count = beats(fine)
print(fine.head(7))
print(f"{fine.isna().sum()} of {fine.size} values are nan")
print("beats in half an hour:", count[-1])
