"""Runoff of a catchment: rainfall weighted with a response that falls off with age.

Symptom: The last number is another one.
Culprit: Np.convolve turns the kernel round.
Report: scipy/scipy#14369
"""

import numpy as np

DAYS = 200
AREA = 41.0  # km2
# weight of the rain of 4, 3, 2, 1 and 0 days ago
RESPONSE = np.array([0.05, 0.1, 0.2, 0.3, 0.35])


def rainfall(seed=29):
    rng = np.random.default_rng(seed)
    return rng.gamma(0.3, 6.0, DAYS)


def runoff(rain, response=RESPONSE):
    """Weighted sum of the last days, for every day that has them all."""
    return np.convolve(rain, response, mode="valid")  # culprit


rain = rainfall()
flow = runoff(rain)

peak_day = int(flow.argmax()) + len(RESPONSE) - 1
print("mean rain:", rain.mean().round(3), " mean flow:", flow.mean().round(3))
print("day of the highest flow:", peak_day)
print("volume of that day (m3):", round(flow.max() * AREA * 1000))
print("highest flow:", flow.max())
