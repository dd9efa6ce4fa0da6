"""Measure the roughness of leaves by the edges in their pictures."""

import numpy as np
from scipy import ndimage


def leaf(size=48):
    rng = np.random.default_rng(11)
    y, x = np.mgrid[:size, :size]
    shape = ((x - 24) ** 2 / 300 + (y - 24) ** 2 / 120 < 1).astype(float)
    return shape + rng.normal(0, 0.02, shape.shape)


smooth = ndimage.gaussian_filter(leaf(), 1.0)
down = ndimage.sobel(smooth, axis=0)
right = ndimage.sobel(smooth, axis=1)
edges = np.sqrt(down**2 + right**2)
strong = edges > 0.5 * edges.max()
print("edge pixels:", int(strong.sum()))
print("roughness:", round(float(edges[strong].std() / edges[strong].mean()), 6))
