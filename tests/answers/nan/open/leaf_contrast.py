"""Local contrast of a scanned leaf, to tell veins from blade.

The scanner delivers 8-bit grey values. The script computes the standard deviation
in a 9 by 9 neighbourhood and prints how much of the leaf counts as veined.

Culprit: the squares are taken while the plate is still uint8, so 170**2 = 28900
wraps to 228; the mean of the squares is then far below the squared mean, the
variance is negative and its square root NaN for every pixel of the blade.
"""

import numpy as np
from scipy import ndimage


def scan_leaf(shape=(120, 160), seed=11):
    """A stand-in for the scanner: bright blade with darker veins."""
    rng = np.random.default_rng(seed)
    rows, cols = np.indices(shape)
    grey = 170.0 + 12.0 * np.sin(rows / 40.0)
    for offset in range(-160, 200, 30):
        grey[np.abs(rows - 0.7 * cols - offset) < 2] -= 55.0
    grey[np.abs(rows - shape[0] // 2) < 3] -= 60.0
    grey += rng.normal(0, 2.0, shape)
    return np.clip(np.rint(grey), 0, 255).astype(np.uint8)


def window_mean(field, size):
    return ndimage.uniform_filter(field.astype(float), size=size, mode="reflect")


def local_contrast(plate, size=9):
    power = plate**2  # culprit
    mean = window_mean(plate, size)
    mean_square = window_mean(power, size)
    return np.sqrt(mean_square - mean**2)


def veined_share(contrast, threshold=10.0):
    return float(np.mean(contrast > threshold))


leaf = scan_leaf()
contrast = local_contrast(leaf)
print("pixels:", leaf.size, "grey range:", leaf.min(), leaf.max())
print("mean contrast:", round(float(contrast.mean()), 3))
print("contrast at the centre:", round(float(contrast[60, 80]), 3))
print("veined share:", round(veined_share(contrast), 3))
