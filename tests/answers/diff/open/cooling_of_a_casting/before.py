"""Cool a casting in one dimension with explicit steps."""

import numpy as np

LENGTH = 0.5
POINTS = 51
ALPHA = 1.2e-5
dx = LENGTH / (POINTS - 1)
safety = 0.4
dt = safety * dx**2 / ALPHA
steps = int(3600 / dt)

field = np.full(POINTS, 900.0)
field[0] = field[-1] = 20.0
for _step in range(steps):
    field[1:-1] += ALPHA * dt / dx**2 * (field[2:] - 2 * field[1:-1] + field[:-2])

print("middle:", field[POINTS // 2])
print("mean:", field.mean())
