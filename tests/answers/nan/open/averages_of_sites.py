"""Weight the noise levels of measuring sites by how far they are from the planned school.

Symptom: the weighted level of two plans is nan, that of the third inf.
Culprit: a site that was out of order counts as inf, and far from it its weight of 0 times inf is nan.
Report: numpy/numpy#25362
"""

import numpy as np

SITES = np.array([[0.2, 1.1], [1.8, 0.4], [2.6, 2.9], [0.9, 2.2], [5.5, 4.8]])
PLANS = {"meadow": (0.5, 1.0), "station": (2.0, 1.5), "hill": (3.8, 3.6)}
REACH = 3.0


def levels():
    """Return what each site measured in dB; a site that was out of order is as loud as can be, to be safe."""
    measured = np.array([54.2, 61.8, 47.5, 52.9, 0.0])
    return np.where(measured > 0.0, measured, np.inf)  # culprit, too


def level_at(place, levels):
    away = np.hypot(*(SITES - place).T)
    weights = np.clip(1.0 - away / REACH, 0.0, None)
    return np.average(levels, weights=weights)  # culprit


measured = levels()
for name, place in PLANS.items():
    print(f"{name:8s} {level_at(np.array(place), measured):6.1f} dB")
