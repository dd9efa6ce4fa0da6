"""Cool a casting in one dimension with explicit steps.

Symptom: the casting is cooler
Culprit: the diffusivity was changed from 1.2e-5 to 1.4e-5
Report: none
"""

import numpy as np

LENGTH = 0.5
POINTS = 51
ALPHA = 1.4e-5  # culprit
dx = LENGTH / (POINTS - 1)
safety = 0.4
dt = safety * dx**2 / ALPHA
seconds = 3600
steps = int(seconds / dt)

field = np.full(POINTS, 900.0)
ambient = 20.0
field[0] = field[-1] = ambient
for _step in range(steps):
    field[1:-1] += ALPHA * dt / dx**2 * (field[2:] - 2 * field[1:-1] + field[:-2])

print("middle:", field[POINTS // 2])
print("mean:", np.mean(field))
