"""Measure the pebbles on a photograph of a beach: number, area, centre and roundness.

Symptom: none
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage


@dataclass(order=True, frozen=True)
class Pebble:
    area: int
    row: float
    column: float
    roundness: float

    def __str__(self):
        return f"area {self.area:4d}  at {self.row:7.3f} {self.column:7.3f}  roundness {self.roundness:.5f}"


def photograph(seed=31415, shape=(60, 80), stones=18):
    """Dark sand with bright ellipses."""
    rng = np.random.default_rng(seed)
    picture = rng.normal(0.2, 0.05, shape)
    i, j = np.indices(shape)
    for _ in range(stones):
        row, column = rng.uniform(5, shape[0] - 5), rng.uniform(5, shape[1] - 5)
        axes = rng.uniform(3.0, 6.0), rng.uniform(2.0, 3.0)
        angle = rng.uniform(0, np.pi)
        u = (i - row) * np.cos(angle) + (j - column) * np.sin(angle)
        v = -(i - row) * np.sin(angle) + (j - column) * np.cos(angle)
        inside = (u / axes[0]) ** 2 + (v / axes[1]) ** 2 < 1
        picture = np.where(inside, np.maximum(picture, 0.75), picture)
    return picture


def measured(mask):
    """The pebble whose pixels a mask holds."""
    places = np.argwhere(mask)
    covariance = np.cov(places, rowvar=False, bias=True)
    minor, major = np.sqrt(np.linalg.eigvalsh(covariance))
    row, column = places.mean(axis=0)
    return Pebble(len(places), float(row), float(column), float(minor / major))


def found(bright, least=10):
    """All pebbles of at least so many pixels, largest first, and the number of bright spots."""
    label, number = ndimage.label(bright)
    sizes = np.bincount(label.ravel())[1:]
    large = np.flatnonzero(sizes >= least) + 1
    return sorted((measured(label == k) for k in large), reverse=True), number


def main():
    bright = photograph() > 0.5
    pebbles, number = found(bright)
    print(f"{len(pebbles)} pebbles of {number} bright spots")
    for pebble in pebbles[:8]:
        print(pebble)
    areas = np.array([pebble.area for pebble in pebbles], dtype=float)
    print(f"mean area {areas.mean():.4f}, spread {areas.std():.4f}")
    print(f"mean roundness {np.mean([pebble.roundness for pebble in pebbles]):.6f}")
    print(f"covered {100 * bright.mean():.3f} %")


if __name__ == "__main__":
    main()
