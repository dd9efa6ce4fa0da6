"""Make a scan brighter, and more contrasty.

Symptom: none
Culprit: none
Tempts: check-up: bytes are added, in 16 bits.
Report: none
"""

import numpy as np

rng = np.random.default_rng(3)
scan = rng.integers(40, 240, (32, 48), dtype=np.uint8)


def brighter(picture, more):
    return np.clip(picture.astype(np.int16) + more, 0, 255)


def contrast(picture, factor):
    middle = picture.mean()
    return np.clip((picture - middle) * factor + middle, 0, 255)


print(contrast(brighter(scan, 60), 1.2).mean())
