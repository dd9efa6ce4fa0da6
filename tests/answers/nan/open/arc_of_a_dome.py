"""Cut the ribs of a dome: height above the floor at every 10 cm, and the length of the rib.

Symptom: the last height of two of the domes is nan, and so are the lengths of their ribs.
Culprit: arange with a step of 0.1 ends a rounding above the radius, where the square under the root is below 0.
Report: numpy/numpy#22241
"""

import numpy as np

STEP = 0.1


def places(radius):
    return np.arange(-radius, radius + STEP / 2, STEP)  # culprit


def heights(radius):
    x = places(radius)
    return x, np.sqrt(radius**2 - x**2)  # culprit, too


def rib_length(x, height):
    return np.hypot(np.diff(x), np.diff(height)).sum()


def cut_list(radii):
    for radius in radii:
        x, height = heights(radius)
        yield radius, x.size, height[-1], rib_length(x, height)


print("radius  struts  last height  rib")
for radius, struts, last, rib in cut_list([1.0, 1.8, 2.3, 3.0]):
    print(f"{radius:5.1f} {struts:7d} {last:11.4f} {rib:7.3f}")
