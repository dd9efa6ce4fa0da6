# kind: variable-types
# says: an array of float64 with 1 dimension on line 11 and an array of int64 with 1 dimension on line 13
# mends: no
import numpy as np
from numba import njit


@njit
def counters(exact):
    if not exact:
        result = np.zeros(3)
    else:
        result = np.zeros(3, dtype=np.int64)  # HERE
    for place in range(3):
        result[place] = place
    return result


counters(True)
