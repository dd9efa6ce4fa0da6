"""Measure the roughness of leaves by the edges in their pictures.

Symptom: none: the functions give the same roughness.
Culprit: none: equal
Report: none
"""

import numpy as np
from scipy import ndimage


def leaf(size=48):
    rng = np.random.default_rng(11)
    y, x = np.mgrid[:size, :size]
    shape = ((x - 24) ** 2 / 300 + (y - 24) ** 2 / 120 < 1).astype(float)
    return shape + rng.normal(0, 0.02, shape.shape)


def edge_strength(picture, width=1.0):
    smooth = ndimage.gaussian_filter(picture, width)
    gradients = [ndimage.sobel(smooth, axis=axis) for axis in (0, 1)]
    return np.sqrt(sum(gradient**2 for gradient in gradients))


def roughness(values):
    return float(values.std() / values.mean())


edges = edge_strength(leaf())
strong = edges[edges > 0.5 * edges.max()]
print("edge pixels:", strong.size)
print("roughness:", round(roughness(strong), 6))
