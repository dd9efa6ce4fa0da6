# kind: return-types
# says: line 11 returns a bool, line 12 returns an array of float64 with 1 dimension
# mends: yes
import numpy as np
from numba import njit


@njit
def doubled(values):
    if values.size == 0:
        return False
    return values * 2  # HERE


doubled(np.arange(3.0))
