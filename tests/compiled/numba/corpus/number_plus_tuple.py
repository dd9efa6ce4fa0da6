# kind: no-operator
# says: There is no `+` between `left` (an int64) and `right` (a tuple of 1 int64)
# mends: no
import numpy as np
from numba import njit


@njit
def plus(left, right):
    return left + right  # HERE


plus(1, (2,))
