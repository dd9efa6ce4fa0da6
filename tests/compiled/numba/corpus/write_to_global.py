# kind: readonly-array
# says: `TABLE` is a global array: Numba freezes it as a constant
# mends: yes
import numpy as np
from numba import njit


TABLE = np.zeros(4)


@njit
def store(where):
    TABLE[where] = 1.0  # HERE
    return TABLE.sum()


store(1)
