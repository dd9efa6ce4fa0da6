"""Temperature inside a brick wall after a frosty night, by finite differences.

Symptom: The number is wrong.
Culprit: Explicit heat equation above its stable time step.
Report: none
"""

import numpy as np

THICKNESS = 0.30  # m
DIFFUSIVITY = 6.0e-7  # m2/s
CELLS = 19
INSIDE, OUTSIDE = 20.0, -8.0

x = np.linspace(0, THICKNESS, CELLS)
dx = x[1] - x[0]
dt = 240.0  # s  # culprit


def step(temp):
    new = temp.copy()
    curvature = temp[2:] - 2 * temp[1:-1] + temp[:-2]
    new[1:-1] = temp[1:-1] + DIFFUSIVITY * dt / dx**2 * curvature
    new[0] = INSIDE
    new[-1] = OUTSIDE
    return new


def night(hours=4.0):
    temp = np.full(CELLS, 19.0)
    temp[0] = INSIDE
    temp[-1] = OUTSIDE
    for _ in range(int(hours * 3600 / dt)):
        temp = step(temp)
    return temp


temp = night()
print("cell width (cm):", round(100 * float(dx), 2))
print("inner and outer face:", temp[0], temp[-1])
print("temperature in the middle of the wall:", temp[CELLS // 2])
