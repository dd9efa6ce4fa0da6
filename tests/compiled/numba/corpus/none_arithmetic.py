# kind: no-operator
# says: There is no `+` between `start` (None) and `offset` (an int64)
# mends: no
import numpy as np
from numba import njit


@njit
def shifted(offset):
    start = None
    return start + offset  # HERE


shifted(2)
