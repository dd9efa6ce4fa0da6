"""Let a dye spread in a canal, and report when it reaches the intake.

Symptom: dye is left in the canal at the end, before nearly none was
Culprit: np.roll brings what leaves the canal at its end back to its start
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Canal:
    cells: int = 80
    flow: float = 0.3
    mixing: float = 0.2

    def release(self):
        dye = np.zeros(self.cells)
        dye[5:9] = 10.0
        return dye

    def step(self, dye):
        above, below = np.roll(dye, 1), np.roll(dye, -1)  # culprit
        return dye - self.flow * (dye - above) + self.mixing * (below - 2 * dye + above)


def spread(canal, steps, intake):
    dye = canal.release()
    peak = np.zeros(canal.cells)
    arrival = None
    for step in range(steps):
        dye = canal.step(dye)
        peak = np.maximum(peak, dye)
        if arrival is None and dye[intake] > 0.01:
            arrival = step
    return dye, peak, arrival


canal = Canal()
dye, peak, arrival = spread(canal, 400, intake=60)
print(f"arrival at step {arrival}")
print(f"peak at the intake {peak[60]:.6f}, at the bridge {peak[30]:.6f}")
print(f"dye left {dye.sum():.6f}")
print(f"released {canal.release().sum():.2f}")
