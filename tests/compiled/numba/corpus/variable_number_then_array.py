# kind: variable-types
# says: `best` is an int64 on line 10 and an array of float64 with 1 dimension on line 12
# mends: no
import numpy as np
from numba import njit


@njit
def choose(values, use_them):
    best = 0
    if use_them:
        best = values  # HERE
    return best


choose(np.arange(3.0), True)
