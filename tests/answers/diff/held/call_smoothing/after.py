"""Smoothed number of emergency calls an hour, and how high it gets.

Symptom: The last number is another one.
Culprit: Zeros_like of an integer array cuts off fractions.
Report: numpy/numpy#16578
"""

import numpy as np

WEIGHT = 0.2


def calls(rng, hours=24 * 14):
    hour = np.arange(hours) % 24
    expected = 5 + 3 * np.sin((hour - 8) / 24 * 2 * np.pi)
    return rng.poisson(expected)


def smooth(counts, weight=WEIGHT):
    level = np.zeros_like(counts)  # culprit
    level[0] = counts[0]
    for k in range(1, len(counts)):
        level[k] = level[k - 1] + weight * (counts[k] - level[k - 1])
    return level


def main():
    counts = calls(np.random.default_rng(31))
    smoothed = smooth(counts)
    print("hours:", len(counts))
    print(f"calls in all: {counts.sum()}")
    print(f"mean smoothed level: {smoothed.mean():.3f}")


if __name__ == "__main__":
    main()
