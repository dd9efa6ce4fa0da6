"""Compare two guesses for the spread of clock offsets by their likelihood under a logistic distribution.

Symptom: the log-likelihood of the narrow guess is -inf, so the wide one always wins.
Culprit: exp(-x) of a standardised offset of -900 overflows to inf before the logarithm is taken.
Report: scipy/scipy#12490
"""

import numpy as np


def offsets(seed=4, count=60):
    rng = np.random.default_rng(seed)
    found = rng.logistic(0.0, 2.0, count)
    found[17] = -9.0
    return found


def log_density(standardised):
    tail = np.exp(-standardised)  # culprit
    return -standardised - 2.0 * np.log1p(tail)


def likelihood(found, scale):
    return np.sum(log_density(found / scale) - np.log(scale))


found = offsets()
guesses = [0.01, 1.5, 3.0]
values = np.array([likelihood(found, scale) for scale in guesses])
for scale, value in zip(guesses, values, strict=True):
    print(f"scale {scale}: {value:.1f}")
print("lead of the best:", values.max() - values.mean())
