# kind: tuple-length
# says: the length of a tuple is part of its type
# mends: no
import numpy as np
from numba import njit


@njit
def blank_like(image):
    sides = []
    for axis in range(image.ndim):
        sides.append(image.shape[axis])
    return np.zeros(tuple(sides))  # HERE


blank_like(np.ones((3, 3)))
