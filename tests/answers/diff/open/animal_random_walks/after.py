"""Simulate how far animals wander from their den.

Symptom: The walk moved from functions into a class; the printed figures are the same.
Culprit: none: equal
Report: none
"""

import numpy as np


class Herd:
    def __init__(self, animals, seed):
        self._rng = np.random.default_rng(seed)
        self._places = np.zeros((animals, 2))
        self.history = []

    def wander(self, days):
        for _ in range(days):
            self._step()
        return self

    def _step(self):
        headings = self._rng.uniform(0, 2 * np.pi, len(self._places))
        lengths = self._rng.gamma(2.0, 0.5, len(self._places))
        moves = np.column_stack([np.cos(headings), np.sin(headings)])
        self._places = self._places + moves * lengths[:, None]
        self.history.append(self.distances().mean())

    def distances(self):
        return np.hypot(self._places[:, 0], self._places[:, 1])


herd = Herd(animals=50, seed=17).wander(days=120)
print(f"mean distance {herd.distances().mean():.12f} km")
print(f"farthest      {herd.distances().max():.12f} km")
print(f"after 30 days {herd.history[29]:.12f} km")
