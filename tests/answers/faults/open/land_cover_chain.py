"""Markov chain of land cover classes from yearly maps.

Symptom: The number is wrong.
Culprit: Fancy-index += counts repeated pairs once (forest share 0.167 instead of 0.308).
Report: numpy/numpy#8866
"""

import numpy as np

CLASSES = ["forest", "crop", "grass", "urban"]
TRUTH = np.array(
    [[0.93, 0.04, 0.02, 0.01], [0.03, 0.85, 0.08, 0.04], [0.05, 0.15, 0.77, 0.03], [0.00, 0.00, 0.01, 0.99]]
)


def yearly_maps(years=8, cells=2500, seed=23):
    rng = np.random.default_rng(seed)
    maps = np.empty((years, cells), dtype=int)
    maps[0] = rng.choice(4, cells, p=[0.5, 0.3, 0.15, 0.05])
    edges = TRUTH.cumsum(axis=1)
    for k in range(1, years):
        u = rng.random(cells)
        maps[k] = (u[:, None] > edges[maps[k - 1]]).sum(axis=1).clip(0, 3)
    return maps


def transition_counts(maps):
    counts = np.zeros((len(CLASSES), len(CLASSES)))
    for before, after in zip(maps[:-1], maps[1:]):
        counts[before, after] += 1  # culprit
    return counts


def transition_matrix(counts):
    return counts / counts.sum(axis=1, keepdims=True)


def project(share, matrix, years):
    for _ in range(years):
        share = share @ matrix
    return share


def main():
    maps = yearly_maps()
    matrix = transition_matrix(transition_counts(maps))
    print(matrix.round(3))
    share = np.bincount(maps[-1], minlength=4) / maps.shape[1]
    future = project(share, matrix, 10)
    for name, now, later in zip(CLASSES, share, future):
        print(f"{name:7s} now {now:.3f}  in ten years {later:.3f}")
    print(f"forest share in ten years: {future[0]:.3f}")


main()
