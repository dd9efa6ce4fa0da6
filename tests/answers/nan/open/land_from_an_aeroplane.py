"""Score a map of land use against what was surveyed, tile by tile.

Symptom: the mean over all tiles is nan
Culprit: a class that is neither in the map nor in the survey of a tile has a union of 0
Report: allenai/rslearn#696
"""

import numpy as np

CLASSES = ["water", "forest", "field", "houses", "glacier"]


class MeanIoU:
    def __init__(self, classes):
        self.classes = classes
        self.scores = []

    def confusion(self, guess, truth):
        cells = self.classes * truth.ravel() + guess.ravel()
        return np.bincount(cells, minlength=self.classes**2).reshape(self.classes, self.classes)

    def update(self, guess, truth):
        table = self.confusion(guess, truth)
        both = np.diag(table)
        union = table.sum(axis=0) + table.sum(axis=1) - both
        self.scores.append(both / union)  # culprit

    def compute(self):
        return np.mean(self.scores, axis=0)


def tiles(count, side):
    rng = np.random.default_rng(8)
    for number in range(count):
        high = 5 if number % 3 == 0 else 4  # two tiles in three lie below the glaciers
        truth = rng.integers(0, high, (side, side))
        wrong = rng.random((side, side)) < 0.15
        guess = np.where(wrong, rng.integers(0, high, (side, side)), truth)
        yield guess, truth


def main():
    metric = MeanIoU(len(CLASSES))
    for guess, truth in tiles(9, 32):
        metric.update(guess, truth)
    by_class = metric.compute()
    for name, score in zip(CLASSES, by_class, strict=True):
        print(f"{name:>8}: {score:.3f}")
    print("mean:", by_class.mean())


main()
