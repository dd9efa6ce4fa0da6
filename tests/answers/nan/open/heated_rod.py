"""Follow the temperature along a metal rod that is heated at one end.

Symptom: after about 500 steps the temperatures are inf, then nan.
Culprit: the explicit scheme is stable up to a step of 0.5 dx^2 / k = 0.125 s; 0.2 s is too long.
Report: xarray-contrib/xarray-spatial#1281
"""

import numpy as np

CONDUCTIVITY = 1.0
SPACING = 0.5
STEP = 0.2  # culprit
END = 400.0


def bend(rod):
    return (rod[2:] - 2 * rod[1:-1] + rod[:-2]) / SPACING**2


def simulate():
    rod = np.full(41, 20.0)
    rod[0] = 90.0
    for _ in range(int(END / STEP)):
        rod[1:-1] += STEP * CONDUCTIVITY * bend(rod)
    return rod


rod = simulate()
print("middle of the rod:", rod[20])
print("mean:", rod.mean())
