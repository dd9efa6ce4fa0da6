"""Score a map of land use against what was surveyed, by the classes that a tile has.

Symptom: none
Culprit: none
Tempts: nan: a class that is in neither has a union of 0, is marked as missing, and is left out.
Report: none
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
        self.scores.append(np.divide(both, union, out=np.full(self.classes, np.nan), where=union > 0))

    def compute(self):
        return np.nanmean(self.scores, axis=0)


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
