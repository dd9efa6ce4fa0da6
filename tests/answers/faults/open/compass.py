"""How far east and north a walker came, by a compass.

Symptom: All ways lead north.
Culprit: The angles are turned into radians twice.
Report: none
"""

import numpy as np


def read(rng, count):
    return np.deg2rad(rng.uniform(0, 360, count)), rng.uniform(10, 90, count)


def position(bearing, metres):
    angle = np.deg2rad(bearing)  # culprit
    return (metres * np.sin(angle)).sum(), (metres * np.cos(angle)).sum()


print(position(*read(np.random.default_rng(1), 60)))
