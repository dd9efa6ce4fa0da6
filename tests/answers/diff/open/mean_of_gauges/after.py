"""Average river gauges over a day and print the highest mean.

Symptom: none, the last digits of some means are rounded otherwise.
Culprit: none: equal
Report: numpy/numpy#11748
"""

import numpy as np


def levels(seed=20):
    return np.random.default_rng(seed).normal(2.0, 0.3, (24, 6))


def main():
    means = np.mean(levels(), axis=0)
    print("means:", means.round(6))
    print("highest:", means.argmax(), round(float(means.max()), 6))


main()
