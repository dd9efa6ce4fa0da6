"""Spread the damp and the mould through a cellar wall, day by day."""

import numpy as np
from numba import njit

HEIGHT, WIDTH, DAYS = 30, 44, 90
DRYING, SOAKING = 0.06, 0.18

rng = np.random.default_rng(77)
wall = rng.uniform(0.0, 0.2, (HEIGHT, WIDTH))
wall[-3:, :] = 0.9
wall[8:12, 20:24] = 1.0


@njit
def day_of_damp(damp):
    after = damp.copy()
    for i in range(1, damp.shape[0] - 1):
        for j in range(1, damp.shape[1] - 1):
            around = damp[i - 1, j] + damp[i + 1, j] + damp[i, j - 1] + damp[i, j + 1]
            after[i, j] = damp[i, j] + SOAKING * (around - 4.0 * damp[i, j]) - DRYING * damp[i, j] ** 2
    return after


@njit
def day_of_mould(mould, damp):
    for i in range(mould.shape[0]):
        for j in range(mould.shape[1]):
            if damp[i, j] > 0.3:
                mould[i, j] += 0.05 * damp[i, j] * (1.0 - mould[i, j])
            else:
                mould[i, j] *= 0.99


damp = wall
mould = np.full((HEIGHT, WIDTH), 0.01)
for day in range(DAYS):
    damp = day_of_damp(damp)
    day_of_mould(mould, damp)
    if day % 30 == 29:
        print(f"day {day + 1}: damp {damp.mean():.5f}, mould {mould.mean():.5f}")
rows = np.arange(HEIGHT)[::-1]
columns = np.arange(WIDTH)
middle = (damp.sum(axis=0) * columns).sum() / damp.sum()
print(f"mouldy part: {np.count_nonzero(mould > 0.25) / mould.size:.4f}")
print(f"height of the mould: {(mould.sum(axis=1) * rows).sum() / mould.sum():.4f}")
print(f"middle of the damp: {middle:.4f}")
