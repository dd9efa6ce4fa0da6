"""Spread the damp and the mould through a cellar wall, day by day.

Symptom: the wall dries faster, and all figures but the mouldy part change a little.
Culprit: both buffers are one array: half of the neighbours that a brick sees are those of the next day.
Report: numpy/numpy#8405 (an assignment makes no copy: both names change)
"""

from dataclasses import dataclass

import numpy as np
from numba import njit

HEIGHT, WIDTH = 30, 44


@dataclass(frozen=True)
class Bricks:
    drying: float = 0.06
    soaking: float = 0.18
    limit: float = 0.3


@njit
def soak(damp, after, soaking, drying):
    """Fill `after` with the damp of the next day; the edge of the wall stays."""
    rows, columns = damp.shape
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            here = damp[i, j]
            around = damp[i - 1, j] + damp[i + 1, j] + damp[i, j - 1] + damp[i, j + 1]
            after[i, j] = here + soaking * (around - 4.0 * here) - drying * here**2


def grow(mould, damp, limit):
    wet = damp > limit
    mould += np.where(wet, 0.05 * damp * (1.0 - mould), -0.01 * mould)


class Wall:
    def __init__(self, damp, bricks):
        self.bricks = bricks
        self.damp = damp.copy()
        self.spare = self.damp  # culprit
        self.mould = np.full(damp.shape, 0.01)

    def pass_a_day(self):
        soak(self.damp, self.spare, self.bricks.soaking, self.bricks.drying)
        self.damp, self.spare = self.spare, self.damp
        grow(self.mould, self.damp, self.bricks.limit)

    def centre(self):
        """Return the height of the mould and the middle of the damp, in bricks."""
        rows = np.arange(HEIGHT)[::-1]
        columns = np.arange(WIDTH)
        height = (self.mould.sum(axis=1) * rows).sum() / self.mould.sum()
        return height, (self.damp.sum(axis=0) * columns).sum() / self.damp.sum()


def build(seed=77):
    rng = np.random.default_rng(seed)
    damp = rng.uniform(0.0, 0.2, (HEIGHT, WIDTH))
    damp[-3:, :] = 0.9
    damp[8:12, 20:24] = 1.0
    return Wall(damp, Bricks())


def main(months=3):
    wall = build()
    for month in range(1, months + 1):
        for _ in range(30):
            wall.pass_a_day()
        print(f"day {30 * month}: damp {wall.damp.mean():.5f}, mould {wall.mould.mean():.5f}")
    height, middle = wall.centre()
    print(f"mouldy part: {np.count_nonzero(wall.mould > 0.25) / wall.mould.size:.4f}")
    print(f"height of the mould: {height:.4f}")
    print(f"middle of the damp: {middle:.4f}")


if __name__ == "__main__":
    main()
