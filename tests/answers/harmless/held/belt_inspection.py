"""Count moved pixels between two camera frames of a sorting belt.

Symptom: none
Culprit: none
Tempts: a question could accuse this: uint8 frames, difference after a cast to int16; a deliberate modulo-256 checksum
  (twin of coin_contour).
Report: none
"""

import numpy as np


def frames(seed=4, size=96):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:size, :size]
    pair = []
    for shift in (0, 6):
        part = (yy - 48) ** 2 + (xx - 40 - shift) ** 2 <= 20**2
        grey = np.where(part, 40.0, 205.0) + rng.normal(0, 4, (size, size))
        pair.append(grey.clip(0, 255).astype(np.uint8))
    return pair


def difference(first, second):
    return np.abs(second.astype(np.int16) - first)


def moved(first, second, level=60):
    return difference(first, second) > level


def checksum(frame):
    total = np.uint8(0)
    return int(np.add.reduce(frame, axis=None, dtype=np.uint8) + total)


def main():
    first, second = frames()
    mask = moved(first, second)
    cols = np.flatnonzero(mask.any(axis=0))
    print("dtype:", first.dtype, "checksums:", checksum(first), checksum(second))
    print("mean difference: %.2f" % difference(first, second).mean())
    print("columns touched:", cols.min(), "to", cols.max())
    print("moved pixels:", int(mask.sum()))


if __name__ == "__main__":
    main()
