"""Find the best free seats of a theatre from a list of sold tickets and the view from each seat.

Symptom: after the rewrite with whole arrays the same 70 seats are sold, but in other rows, and other pairs are offered.
Culprit: the box office numbers seats along the rows, and order="F" fills the plan down the columns.
Report: none
"""

import numpy as np


class Theatre:
    def __init__(self, rows, seats):
        self.rows, self.seats = rows, seats
        back = np.arange(rows)[:, None]
        aside = np.abs(np.arange(seats) - (seats - 1) / 2)
        self.view = 10 - 0.6 * back - 0.25 * aside
        self.plan = np.zeros((rows, seats), dtype=bool)

    def sell(self, numbers):
        """Mark the seats with these numbers of the box office as sold."""
        sold = np.zeros(self.rows * self.seats, dtype=bool)
        sold[numbers] = True
        self.plan = sold.reshape((self.rows, self.seats), order="F")  # culprit

    def free(self):
        return np.where(self.plan, 0.0, self.view)

    def pairs(self):
        """Return the summed view of each seat and its right neighbour, 0 where one is sold."""
        free = self.free()
        taken = self.plan[:, :-1] | self.plan[:, 1:]
        return np.where(taken, 0, free[:, :-1] + free[:, 1:])

    def offers(self, count):
        pairs = self.pairs()
        best = np.argsort(pairs.ravel(), kind="stable")[::-1][:count]
        for r, s in zip(*np.unravel_index(best, pairs.shape), strict=True):
            yield r, s, pairs[r, s]


theatre = Theatre(9, 14)
theatre.sell(np.random.default_rng(9).choice(9 * 14, 70, replace=False))
print("sold by row:", theatre.plan.sum(axis=1))
print(f"view sold {theatre.view[theatre.plan].sum():.2f}, best free {theatre.free().max():.2f}")
for r, s, value in theatre.offers(4):
    print(f"row {r + 1}, seats {s + 1} and {s + 2}: {value:.2f}")
