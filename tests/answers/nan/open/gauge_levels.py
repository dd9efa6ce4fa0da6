"""Interpolate two tide gauges onto a ten-minute grid and take the mean level of the day.

Symptom: The program prints NaN or inf.
Culprit: Interp1d with the smallest x twice.
Report: scipy/scipy#4304
"""

import numpy as np
from scipy.interpolate import interp1d

rng = np.random.default_rng(5)


def read_gauge():
    """Rows as the logger writes them: seconds since midnight, levels of harbour and lock in metres."""
    seconds = np.arange(0, 86400 + 1, 900)
    tide = np.sin(2 * np.pi * seconds / 44714.0)
    level = np.column_stack([1.8 + 1.2 * tide, 1.6 + 0.9 * tide])
    level = level + 0.02 * rng.normal(size=level.shape)
    # the logger writes one extra line when it starts at midnight
    seconds = np.concatenate([[0], seconds])
    level = np.concatenate([level[:1], level])
    return seconds.astype(float), level


def to_grid(seconds, level, step=600):
    order = np.argsort(seconds, kind="stable")
    f = interp1d(seconds[order], level[order], axis=0)  # culprit
    grid = np.arange(0, 86400 + 1, step)
    return grid, f(grid)


seconds, level = read_gauge()
print("readings:", seconds.size, " lowest:", level.min().round(3))

grid, values = to_grid(seconds, level)
print("grid points:", grid.size)
harbour, lock = values.mean(axis=0)
print("mean level in the harbour (m):", harbour)
print("mean level above the lock (m):", lock)
