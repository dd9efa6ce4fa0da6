"""Keep the last readings of a buoy in a ring and report the mean of what has arrived so far.

Symptom: none
Culprit: none
Tempts: `nan` and `check-determinism` could accuse the memory of `np.empty`, of which only the written part is read.
Report: numpy/numpy#12661 (memory of np.empty holds what it held; works as intended)
"""

import numpy as np


class Ring:
    """The last `size` readings of several instruments."""

    def __init__(self, size, instruments):
        self.memory = np.empty((size, instruments))
        self.written = 0

    def add(self, reading):
        self.memory[self.written % len(self.memory)] = reading
        self.written += 1

    def readings(self):
        """Return what was written, oldest first."""
        size = len(self.memory)
        if self.written < size:
            return self.memory[: self.written]
        start = self.written % size
        return np.concatenate([self.memory[start:], self.memory[:start]])


def buoy(hours, seed):
    rng = np.random.default_rng(seed)
    for hour in range(hours):
        wave = 1.2 + 0.4 * np.sin(hour / 5) + rng.normal(0, 0.05)
        water = 11.5 + 0.02 * hour + rng.normal(0, 0.1)
        yield np.array([wave, water])


ring = Ring(size=24, instruments=2)
for hour, reading in enumerate(buoy(60, seed=2), 1):
    ring.add(reading)
    if hour in (3, 12, 30, 60):
        kept = ring.readings()
        wave, water = kept.mean(axis=0)
        print(f"hour {hour:2d}: {len(kept):2d} readings, waves {wave:.3f} m, water {water:.3f} degrees")
