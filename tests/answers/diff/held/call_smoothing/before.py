"""Smoothed number of emergency calls an hour, and how high it gets."""

import numpy as np

WEIGHT = 0.2


def calls(rng, hours=24 * 14):
    hour = np.arange(hours) % 24
    expected = 5 + 3 * np.sin((hour - 8) / 24 * 2 * np.pi)
    return rng.poisson(expected)


def smooth(counts):
    level = float(counts[0])
    result = []
    for value in counts:
        level = level + WEIGHT * (value - level)
        result.append(level)
    return np.array(result)


counts = calls(np.random.default_rng(31))
smoothed = smooth(counts)
print("hours:", len(counts))
print(f"calls in all: {counts.sum()}")
print(f"mean smoothed level: {smoothed.mean():.3f}")
