"""Compare the moths of light traps night by night and find the night on which the fauna changed most.

A trap's catch is counted in classes of wing length. Nights on which the lamp failed have no counts and are left out.
The distance between neighbouring nights is that of Jensen and Shannon; the largest one marks the change.

Symptom: some distances, their mean and the largest one print nan, and the change is put on one of these nights
Culprit: >= 0 keeps cold nights without a single moth, whose counts jensenshannon divides by their sum 0
Report: none
"""

from itertools import pairwise

import numpy as np
from scipy.spatial.distance import jensenshannon

EDGES = np.array([0, 12, 18, 24, 32, 45, 70])  # millimetres


class Season:
    """The catches of one trap: wing lengths by night, None where the lamp failed."""

    def __init__(self, seed, nights=40, change=26):
        rng = np.random.default_rng(seed)
        self.warmth = np.clip(rng.normal(13, 3.5, nights), 2, None)
        self.catches = []
        for night, warmth in enumerate(self.warmth):
            if rng.random() < 0.08:
                self.catches.append(None)
                continue
            count = rng.poisson(30 * max(warmth - 7.5, 0.0) / 6)
            size = 3.3 if night >= change else 2.95
            self.catches.append(rng.lognormal(size, 0.3, count))

    def histograms(self):
        """Return the nights with a lamp and their counts (nights, classes)."""
        nights = [night for night, catch in enumerate(self.catches) if catch is not None]
        counts = [np.histogram(self.catches[night], EDGES)[0] for night in nights]
        return np.array(nights), np.array(counts, dtype=float)


def usable(nights, counts):
    """Return the nights with moths, which can be compared, with their counts."""
    chosen = counts.sum(axis=1) >= 0  # culprit
    return nights[chosen], counts[chosen]


def steps(counts):
    """Return the distance of each night to the one before."""
    return np.array([jensenshannon(before, after, base=2) for before, after in pairwise(counts)])


def change(nights, distances, width=4):
    """Return the night around which the distances are largest, and the mean distance there."""
    window = np.ones(width) / width
    means = np.convolve(distances, window, mode="valid")
    place = int(np.argmax(means))
    return nights[place + width // 2], means[place]


def main():
    """Print the season of two traps."""
    for name, seed in [("orchard", 9), ("river", 14)]:
        season = Season(seed)
        nights, counts = usable(*season.histograms())
        distances = steps(counts)
        failed = sum(catch is None for catch in season.catches)
        print(f"{name}: {failed} nights without a lamp, {counts.sum():.0f} moths in {len(nights)} nights")
        print("  " + " ".join(f"{distance:.2f}" for distance in distances[:12]))
        night, distance = change(nights, distances)
        print(f"  mean distance {distances.mean():.3f}, largest {distances.max():.3f}")
        print(f"  change around night {night}, mean distance {distance:.3f}")


if __name__ == "__main__":
    main()
