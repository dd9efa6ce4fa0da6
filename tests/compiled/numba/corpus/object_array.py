# kind: object-array
# says: element 1 is 'n/a' (str), element 2 is None (NoneType)
# mends: no
import numpy as np
from numba import njit


@njit
def bump(column):  # HERE
    return column[0] + 1


bump(np.array([1, "n/a", None], dtype=object))
