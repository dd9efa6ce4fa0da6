"""Fill a table of ring widths of trees of different ages column by column, in memory that starts uninitialised.

Symptom: none
Culprit: none
Tempts: `nan` could accuse np.empty, whose first content is by chance; all of it is written before it is read.
Report: none
"""

import numpy as np

TREES = 14


def rings(tree):
    """Return the ring widths of a tree in mm from the bark inwards; each tree has its own stream of numbers."""
    rng = np.random.default_rng([2026, tree])
    age = int(rng.integers(20, 90))
    return rng.gamma(6.0, 0.3, age) * np.linspace(0.8, 1.6, age)


class RingTable:
    def __init__(self, trees):
        self.widths = [rings(tree) for tree in range(trees)]
        self.longest = max(map(len, self.widths))

    def filled(self):
        table = np.empty((self.longest, len(self.widths)), dtype=np.float32)
        known = np.empty(table.shape, dtype=bool)
        for column, widths in enumerate(self.widths):
            table[: len(widths), column] = widths
            table[len(widths) :, column] = 0.0
            known[:, column] = np.arange(self.longest) < len(widths)
        return table, known

    def chronology(self):
        table, known = self.filled()
        return table.sum(axis=1) / known.sum(axis=1)


table = RingTable(TREES)
mean = table.chronology()
print(f"{TREES} trees, oldest {table.longest} years")
print("by decade:", " ".join(f"{decade.mean():.3f}" for decade in np.array_split(mean, 8)))
