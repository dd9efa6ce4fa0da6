"""Compare a hummed melody with a score by dynamic time warping.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the border of inf of the cost table; it keeps paths inside, and no inf reaches the result.
Report: none
"""

import numpy as np

SCORE = [60, 62, 64, 65, 67, 67, 69, 69, 69, 69, 67]


def hum(score, seed):
    """Return the pitch of a hummed melody: each note a bit off and held for one to three beats."""
    rng = np.random.default_rng(seed)
    held = rng.integers(1, 4, len(score))
    return np.repeat(score, held) + rng.normal(0, 0.4, held.sum())


def warp(first, second):
    """Return the table of least costs with a border of inf at the top and at the left."""
    cost = np.full((len(first) + 1, len(second) + 1), np.inf)
    cost[0, 0] = 0.0
    for i, a in enumerate(first, start=1):
        for j, b in enumerate(second, start=1):
            cost[i, j] = abs(a - b) + min(cost[i - 1, j - 1], cost[i - 1, j], cost[i, j - 1])
    return cost


def path(cost):
    i, j = cost.shape[0] - 1, cost.shape[1] - 1
    while i and j:
        yield i - 1, j - 1
        steps = {(i - 1, j - 1): cost[i - 1, j - 1], (i - 1, j): cost[i - 1, j], (i, j - 1): cost[i, j - 1]}
        i, j = min(steps, key=steps.get)


melody = hum(SCORE, seed=18)
cost = warp(melody, SCORE)
pairs = list(path(cost))[::-1]
print(f"{melody.size} beats against {len(SCORE)} notes, cost {cost[-1, -1]:.4f}")
print("beats a note:", np.bincount([note for _, note in pairs]))
print(f"mean distance on the path {cost[-1, -1] / len(pairs):.4f}")
