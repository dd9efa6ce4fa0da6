"""Cells in a fluorescence image, counted by threshold.

Reduces the image to 16 grey levels, thresholds it and prints the number of cells,
their mean area and the share of the field they cover.

Culprit: see after.py.
"""

import numpy as np
from scipy import ndimage

LEVELS = 16
THRESHOLD = 7


def slide(size=160, cells=24, seed=70):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:size, :size]
    image = np.full((size, size), 0.15)
    for cy, cx in rng.uniform(10, size - 10, (cells, 2)):
        image += 0.7 * np.exp(-((y - cy) ** 2 + (x - cx) ** 2) / 18.0)
    return np.clip(image + rng.normal(0, 0.015, image.shape), 0, 1)


image = slide()
grey = np.rint(image * (LEVELS - 1)).astype(np.uint8)
mask = grey >= THRESHOLD
labels, count = ndimage.label(mask)
areas = ndimage.sum(mask, labels, np.arange(1, count + 1))
kept = areas[areas >= 5]
print(f"cells {kept.size}, mean area {kept.mean():.3f} pixels")
print(f"covered {mask.mean():.3%}, mean grey {grey.mean():.4f}")
