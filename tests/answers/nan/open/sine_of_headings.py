"""How far vectors have turned, in single precision.

Symptom: the mean turn is nan
Culprit: 1 - cosine² is negative by rounding where nothing has turned
Report: TFboys-lzz/MPSCL#2
"""

import numpy as np


def unit(vectors):
    vectors = vectors.astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def sine(a, b):
    cosine = (a * b).sum(axis=1)
    return np.sqrt(1 - cosine**2)  # culprit


def main():
    rng = np.random.default_rng(11)
    now = unit(rng.normal(size=(500, 3)))
    later = now.copy()
    later[::2] = unit(now[::2] + rng.normal(0, 0.3, (250, 3)))
    turned = np.arcsin(sine(now, later).clip(0, 1))
    print("mean turn:", np.degrees(turned.mean()))


main()
