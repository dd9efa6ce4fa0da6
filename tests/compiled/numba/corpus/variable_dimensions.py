# kind: variable-types
# says: an array of float64 with 2 dimensions on line 11 and an array of float64 with 1 dimension on line 13
# mends: no
import numpy as np
from numba import njit


@njit
def total(image, whole):
    if whole:
        pixels = image
    else:
        pixels = image.reshape(-1)  # HERE
    result = 0.0
    for _ in range(2):
        result += pixels.sum()
    return result


total(np.ones((3, 3)), True)
