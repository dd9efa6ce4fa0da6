# kind: argument-count
# says: the call passes 3, 1 more than there are parameters
# mends: no
import numpy as np
from numba import njit


@njit
def area(width, height):  # HERE
    return width * height


area(2, 3, 4)
