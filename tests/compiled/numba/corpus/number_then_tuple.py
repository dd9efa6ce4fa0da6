# kind: variable-types
# says: `found` is an int64 on line 10 and a tuple (int64, int64) on line 12
# mends: no
import numpy as np
from numba import njit


@njit
def position(wanted):
    found = 0
    if wanted:
        found = (1, 2)  # HERE
    return found


position(True)
