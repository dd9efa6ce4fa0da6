# kind: matrix-product-types
# says: Matrix products are compiled for floats and complex numbers of one dtype only
# mends: no
import numpy as np
from numba import njit


@njit
def product(left, right):
    return np.dot(left, right)  # HERE


product(np.ones((2, 2)), np.ones((2, 2), dtype=np.float32))
