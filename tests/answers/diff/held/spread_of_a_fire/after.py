"""Simulate how a fire spreads over a forest, and count the trees that are left.

Symptom: 481 trees burn after the first step in place of 5; the trees that are left are the same in number.
Culprit: the new state is the old one itself, so that cells see neighbours that were already changed in this step.
Report: zhan3333/python-Cellular-automata#1 (cells are updated in the state that is read)
"""

import numpy as np

EMPTY, TREE, FIRE = 0, 1, 2


class Forest:
    """A square of cells that are empty, a tree or on fire."""

    def __init__(self, size, share, seed):
        rng = np.random.default_rng(seed)
        self.cells = (rng.random((size, size)) < share).astype(np.int8)
        self.cells[size // 2, size // 2] = FIRE

    def catches(self, row, column):
        around = self.cells[row - 1 : row + 2, column - 1 : column + 2]
        return (around == FIRE).any()

    def step(self):
        new = self.cells  # culprit
        inside = range(1, len(new) - 1)
        for row in inside:
            for column in inside:
                if self.cells[row, column] == TREE and self.catches(row, column):
                    new[row, column] = FIRE
                elif self.cells[row, column] == FIRE:
                    new[row, column] = EMPTY
        self.cells = new
        return self.count(FIRE)

    def count(self, kind):
        return int((self.cells == kind).sum())


if __name__ == "__main__":
    forest = Forest(60, 0.62, seed=13)
    burning = [forest.step() for _ in range(50)]
    print("burning:", burning[:12])
    print("longest front:", max(burning))
    print("trees left:", forest.count(TREE))
