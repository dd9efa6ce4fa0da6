"""Follow the temperature of a steel plate whose rim is held at 20 degrees.

Symptom: none
Culprit: none
Tempts: `check-determinism`, `diff` and `nan` could take what `np.empty` holds for a value; all of it is written first.
Report: numpy/numpy#22709
"""

import argparse

import numpy as np


class Plate:
    """A square plate with a rim of one cell."""

    def __init__(self, cells, spacing, diffusivity):
        self.now = np.empty((cells + 2, cells + 2))
        self.next = np.empty_like(self.now)
        self.scratch = np.empty((cells, cells))
        self.step_size = 0.2 * spacing**2 / diffusivity
        self.factor = diffusivity * self.step_size / spacing**2
        self.now[...] = 20.0
        middle = slice(cells // 3, 2 * cells // 3)
        self.now[middle, middle] = 400.0
        self.next[...] = self.now

    def advance(self):
        inner, change = self.now[1:-1, 1:-1], self.scratch
        np.add(self.now[:-2, 1:-1], self.now[2:, 1:-1], out=change)
        change += self.now[1:-1, :-2]
        change += self.now[1:-1, 2:]
        change *= self.factor
        np.multiply(inner, 1.0 - 4.0 * self.factor, out=self.next[1:-1, 1:-1])
        self.next[1:-1, 1:-1] += change
        self.now, self.next = self.next, self.now


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--steps", type=int, default=200)
steps = parser.parse_args().steps
plate = Plate(cells=60, spacing=0.01, diffusivity=1.2e-5)
hottest = np.empty(steps)
for step in range(steps):
    plate.advance()
    hottest[step] = plate.now.max()
print(
    f"after {steps * plate.step_size:.0f} s: hottest {hottest[-1]:.2f}, mean {plate.now.mean():.3f} degrees"
)
print(f"hottest spot never warmer than before: {bool(np.all(np.diff(hottest) <= 0.0))}")
