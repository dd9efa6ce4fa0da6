"""Counts how a map of land classes changed between two years, held in one byte a pixel.

Symptom: none
Culprit: none
Tempts: uint8 arithmetic (old * 8 + new) and a cast to int8; there are five classes, so the code is at most 4 * 8 + 4 = 36 and a difference lies within -4 to 4, far from any wrap; the counts are summed as int64
Report: none
"""

import numpy as np

CLASSES = ["water", "forest", "field", "meadow", "town"]


def make_map(shape, seed):
    """Classes 0 to 4 as bytes, in patches."""
    rng = np.random.default_rng(seed)
    coarse = rng.choice(len(CLASSES), size=(shape[0] // 10, shape[1] // 10), p=[0.1, 0.35, 0.3, 0.15, 0.1])
    return np.kron(coarse, np.ones((10, 10))).astype(np.uint8)


def later_map(before, seed):
    """The same land years on: some forest cleared, some fields built on."""
    rng = np.random.default_rng(seed)
    after = before.copy()
    chance = rng.random(before.shape)
    after[(before == 1) & (chance < 0.06)] = 2
    after[(before == 2) & (chance > 0.95)] = 4
    return after


def transitions(before, after):
    """Pixels for each pair of an old and a new class."""
    code = before * np.uint8(8) + after
    counts = np.bincount(code.ravel(), minlength=40).reshape(5, 8)
    return counts[:, : len(CLASSES)]


def direction(before, after):
    """+1 where the class number rose, -1 where it fell."""
    return np.sign(after.astype(np.int8) - before.astype(np.int8))


def main():
    before = make_map((300, 400), seed=19)
    after = later_map(before, seed=20)
    table = transitions(before, after)
    print(f"{before.size} pixels in {before.nbytes} bytes")
    for name, row in zip(CLASSES, table):
        print(f"{name:7s}" + "".join(f"{count:8d}" for count in row))
    changed = table.sum() - np.trace(table)
    print(f"changed: {changed} pixels, {changed / table.sum():.2%}")
    print(
        f"rose {int((direction(before, after) > 0).sum())}, fell {int((direction(before, after) < 0).sum())}"
    )
    print(f"cleared forest: {table[1, 2] / table[1].sum():.2%} of the forest")


if __name__ == "__main__":
    main()
