# kind: return-types
# says: line 11 returns a tuple of 1 int64, line 12 returns an int64
# mends: yes
import numpy as np
from numba import njit


@njit
def split(count):
    if count > 4:
        return (1,)
    return 1  # HERE


split(9)
