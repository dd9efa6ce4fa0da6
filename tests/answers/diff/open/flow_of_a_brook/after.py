"""Route rain through a brook with a unit hydrograph and print its flood.

Symptom: none; the loops became one convolution.
Culprit: none: equal
Report: none
"""

import numpy as np


def storm(hours, seed):
    rng = np.random.default_rng(seed)
    wet = rng.random(hours) < 0.25
    return np.where(wet, rng.gamma(1.5, 3.0, hours), 0.0)


def unit_hydrograph(length=24, lag=4.0):
    hours = np.arange(1, length + 1)
    shape = hours * np.exp(-hours / lag)
    return shape / shape.sum()


def route(rain, unit, base=0.4):
    return np.convolve(rain, unit) + base


def main():
    flow = route(storm(96, seed=14), unit_hydrograph())
    print("peak", round(float(flow.max()), 6), "at hour", int(flow.argmax()))
    print("volume", round(float(flow.sum()), 5))


main()
