# kind: mask-dimensions
# says: compiled code takes masks of one dimension only
# mends: yes
import numpy as np
from numba import njit


@njit
def bright(image):
    chosen = image > 0.5
    return image[chosen]  # HERE


bright(np.ones((2, 2)))
