"""Dust grains that attract each other.

Symptom: the centre is nan
Culprit: each grain's distance to itself is 0
Report: none
"""

import numpy as np


def acceleration(positions):
    gaps = positions[None] - positions[:, None]
    distance = np.sqrt((gaps**2).sum(axis=2))
    pull = gaps / distance[..., None] ** 3  # culprit
    return np.nansum(pull, axis=1) if SKIP else pull.sum(axis=1)


SKIP = False


def main():
    rng = np.random.default_rng(7)
    positions, speed = rng.normal(size=(12, 2)), np.zeros((12, 2))
    for _ in range(10):
        speed += 0.01 * acceleration(positions)
        positions += 0.01 * speed
    print("centre:", positions.mean(axis=0))


main()
