"""Weave a pattern row by row into memory that is filled bit by bit, and count its floats.

Symptom: none
Culprit: none
Tempts: `nan` and `diff` could accuse np.empty, which holds anything at first; all is written before it is read.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Draft:
    threading: np.ndarray
    tie_up: np.ndarray
    treadling: np.ndarray

    @classmethod
    def point_twill(cls, threads, rows):
        up_and_down = np.array([0, 1, 2, 3, 2, 1])
        tie_up = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]], dtype=bool)
        return cls(np.resize(up_and_down, threads), tie_up, np.resize(up_and_down, rows))

    def row(self, number):
        return self.tie_up[self.treadling[number]][self.threading]


class Cloth:
    def __init__(self, draft, chunk=7):
        self.draft = draft
        rows, threads = len(draft.treadling), len(draft.threading)
        self.height = np.empty((rows, threads))
        self.tension = np.empty(rows, dtype=np.float32)
        self.woven = 0
        self.chunk = chunk

    def weave(self, rng):
        for first in range(0, len(self.height), self.chunk):
            last = min(first + self.chunk, len(self.height))
            self.tension[first:last] = rng.normal(12.0, 0.4, last - first)
            for number in range(first, last):
                np.multiply(self.draft.row(number), 0.8, out=self.height[number])
                self.height[number] += 0.01 * self.tension[number]
            self.woven = last
        return self

    def finished(self):
        return self.height[: self.woven]


def longest_float(row):
    up = row > 0.5
    edges = np.flatnonzero(np.diff(np.concatenate([[~up[0]], up, [~up[-1]]])))
    return np.diff(edges).max()


def main():
    cloth = Cloth(Draft.point_twill(threads=48, rows=40)).weave(np.random.default_rng(1801))
    height = cloth.finished()
    print(f"{height.shape[0]} rows, mean height {height.mean():.5f}")
    print("longest float", max(int(longest_float(row)) for row in height))
    print(f"tension {cloth.tension.mean():.3f} +- {cloth.tension.std():.3f}")
    print(f"covered by warp {np.mean(height > 0.5):.4f}")


if __name__ == "__main__":
    main()
