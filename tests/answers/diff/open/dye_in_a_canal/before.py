"""Let a dye spread in a canal, and report when it reaches the intake.

Culprit: see after.py
"""

import numpy as np

CELLS = 80
STEPS = 400
FLOW = 0.3
MIXING = 0.2


def release():
    dye = np.zeros(CELLS)
    dye[5:9] = 10.0
    return dye


dye = release()
peak = np.zeros(CELLS)
arrival = None
for step in range(STEPS):
    new = dye.copy()
    for i in range(1, CELLS - 1):
        carried = -FLOW * (dye[i] - dye[i - 1])
        mixed = MIXING * (dye[i + 1] - 2 * dye[i] + dye[i - 1])
        new[i] = dye[i] + carried + mixed
    dye = new
    peak = np.maximum(peak, dye)
    if arrival is None and dye[60] > 0.01:
        arrival = step
print(f"arrival at step {arrival}")
print(f"peak at the intake {peak[60]:.6f}, at the bridge {peak[30]:.6f}")
print(f"dye left {dye.sum():.6f}")
print(f"released {release().sum():.2f}")
