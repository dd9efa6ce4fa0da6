# kind: matrix-product-types
# says: `left` is an array of int64 with 2 dimensions and `right` is an array of int64 with 2 dimensions
# mends: yes
import numpy as np
from numba import njit


@njit
def product(left, right):
    return left @ right  # HERE


product(np.ones((2, 2), dtype=np.int64), np.ones((2, 2), dtype=np.int64))
