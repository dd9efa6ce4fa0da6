# kind: matrix-product-types
# says: Matrix products are compiled for floats and complex numbers of one dtype only
# mends: yes
import numpy as np
from numba import njit


@njit
def product(left, right):
    return left @ right  # HERE


product(np.ones((2, 2), dtype=np.int64), np.ones((2, 2), dtype=np.int64))
