"""Noise of a barometer in windows of a minute.

Slides a window over the pressure and prints the quietest and the noisiest minute of the day.

Symptom: the noise is NaN in a part of the windows, and so is the quietest.
Culprit: the readings are kept in single precision; the mean of squares minus the square of the mean of numbers near
101,325 Pa is then off by hundreds, and below 0 in part.
Report: none
"""

import numpy as np

rng = np.random.default_rng(8)
WINDOW = 60


def read_log(seconds):
    trend = 101_325.0 + 40.0 * np.sin(np.arange(seconds) / 900.0)
    return (trend + rng.normal(0, 1.5, seconds)).astype(np.float32)  # culprit


def moving_mean(values):
    kernel = np.full(WINDOW, 1 / WINDOW, dtype=values.dtype)
    return np.convolve(values, kernel, mode="valid")


def noise(values):
    mean = moving_mean(values)
    variance = moving_mean(values * values) - mean * mean  # culprit, too
    return np.sqrt(variance)


spread = noise(read_log(7200))
print(f"windows {spread.size}")
print(f"quietest minute {spread.min():.3f} Pa")
print(f"noisiest minute {spread.max():.3f} Pa")
