# kind: argument-count
# says: `area` takes 2 arguments (width, height) and the call leaves out `height`
# mends: no
import numpy as np
from numba import njit


@njit
def area(width, height):  # HERE
    return width * height


area(2)
