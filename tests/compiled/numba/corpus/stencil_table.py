# kind: stencil-dimensions
# says: `weights[0]` in the stencil `weighted` has one number as index
# mends: yes
import numpy as np
from numba import njit, stencil


@stencil
def weighted(image, weights):
    return image[0, -1] * weights[0] + image[0, 1] * weights[1]  # HERE


@njit
def filtered(image, weights):
    return weighted(image, weights)


filtered(np.ones((4, 9)), np.ones(2))
