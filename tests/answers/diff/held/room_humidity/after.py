"""Smooth the humidity of a cellar exponentially and find the highest smoothed value.

Symptom: The last number is another one.
Culprit: Recursion y[i-1] replaced by a slice of the old values.
Report: none
"""

import numpy as np

ALPHA = 0.1
LIMIT = 68.0


def load(n=500, seed=18):
    rng = np.random.default_rng(seed)
    hours = np.arange(n)
    season = 8 * np.sin(hours / 60)
    return 62 + season + rng.normal(0, 4, n)


def smoothed(values, alpha=ALPHA):
    """Exponential smoothing, without the loop."""
    out = values.copy()
    out[1:] = alpha * values[1:] + (1 - alpha) * out[:-1]  # culprit
    return out


humidity = load()
print("readings:", humidity.size)
print("raw maximum:", humidity.max().round(2))

smooth = smoothed(humidity)
damp = smooth > LIMIT
print("damp hours:", int(damp.sum()))
print("first damp hour:", int(np.argmax(damp)))
print("smoothed maximum:", smooth.max())
