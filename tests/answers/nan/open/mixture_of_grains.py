"""Sort grains of sand into two kinds by size, with expectation maximisation.

Symptom: all means and widths are nan.
Culprit: grain 0 starts as a kind of its own with width 0, and the density divides by that width.
Report: none
"""

import numpy as np


def density(sizes, mean, width):
    return np.exp(-0.5 * ((sizes - mean) / width) ** 2) / (width * np.sqrt(2 * np.pi))  # culprit


def fit(sizes, share, rounds=10):
    for _ in range(rounds):
        total = share.sum(axis=1)
        mean = (share * sizes).sum(axis=1) / total
        width = np.sqrt((share * (sizes - mean[:, None]) ** 2).sum(axis=1) / total)
        likelihood = np.stack([density(sizes, mean[kind], width[kind]) for kind in range(2)])
        share = likelihood / likelihood.sum(axis=0)
    return mean, width


rng = np.random.default_rng(7)
sizes = np.concatenate([rng.normal(0.3, 0.05, 60), rng.normal(0.7, 0.1, 40)])
start = np.zeros((2, sizes.size))
start[0, 0] = 1.0
start[1, 1:] = 1.0
mean, width = fit(sizes, start)
print("means:", mean, "widths:", width)
