"""Make a scan brighter, and more contrasty.

Symptom: The sky has black spots.
Culprit: 60 more than 200 is 4 in a byte; the clip comes too late.
Report: none
"""

import numpy as np

rng = np.random.default_rng(3)
scan = rng.integers(40, 240, (32, 48), dtype=np.uint8)


def brighter(picture, more):
    return np.clip(picture + np.uint8(more), 0, 255)  # culprit


def contrast(picture, factor):
    middle = picture.mean()
    return np.clip((picture - middle) * factor + middle, 0, 255)


print(contrast(brighter(scan, 60), 1.2).mean())
