"""Simulate how a fire spreads over a forest, and count the trees that are left."""

import numpy as np

EMPTY, TREE, FIRE = 0, 1, 2


def plant(size, share, seed):
    rng = np.random.default_rng(seed)
    forest = (rng.random((size, size)) < share).astype(np.int8)
    forest[size // 2, size // 2] = FIRE
    return forest


forest = plant(60, 0.62, seed=13)
burning = []
for _ in range(50):
    new = forest.copy()
    for row in range(1, 59):
        for column in range(1, 59):
            around = forest[row - 1 : row + 2, column - 1 : column + 2]
            if forest[row, column] == TREE and (around == FIRE).any():
                new[row, column] = FIRE
            elif forest[row, column] == FIRE:
                new[row, column] = EMPTY
    forest = new
    burning.append(int((forest == FIRE).sum()))
print("burning:", burning[:12])
print("longest front:", max(burning))
print("trees left:", int((forest == TREE).sum()))
