"""Whiten the colours of glazes so that each axis has variance one.

Symptom: all lengths are 80 / 79 of what they were.
Culprit: the singular values are scaled by n in place of n - 1.
Report: none
"""

import numpy as np

MIXING = np.array([[1.5, 0.2, 0.4], [0.0, 0.9, 0.3], [0.0, 0.0, 0.5]])


def glazes(count, seed):
    return np.random.default_rng(seed).normal(size=(count, 3)) @ MIXING


def whitened(colours):
    centred = colours - colours.mean(axis=0)
    left, _, _ = np.linalg.svd(centred, full_matrices=False)
    return left * np.sqrt(len(colours))  # culprit


def main():
    white = whitened(glazes(80, seed=41))
    length = np.sort((white**2).sum(axis=1))
    print("median length", round(float(np.median(length)), 6))
    print("longest", round(float(length[-1]), 6))


main()
