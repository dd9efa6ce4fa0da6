"""Angles by which bonds have turned.

Symptom: the mean is nan
Culprit: products of unit vectors exceed 1 by rounding
Report: none
"""

import numpy as np


def bonds(rng, count):
    vectors = rng.normal(size=(count, 3))
    return vectors / np.sqrt((vectors**2).sum(axis=1))[:, None]


def angles(first, second):
    return np.degrees(np.arccos(np.einsum("ij,ij->i", first, second)))  # culprit


def main():
    rng = np.random.default_rng(21)
    before = bonds(rng, 2000)
    after = before.copy()
    moved = rng.random(2000) < 0.5
    after[moved] = bonds(rng, int(moved.sum()))
    print("mean angle:", angles(before, after).mean())


main()
