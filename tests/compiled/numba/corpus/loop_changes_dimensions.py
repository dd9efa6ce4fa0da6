# kind: variable-types
# says: a variable of a compiled function must keep one type
# mends: no
import numpy as np
from numba import njit


@njit
def stack(rounds):
    column = np.zeros(3)
    for _ in range(rounds):
        column = column.reshape((3, 1))  # HERE
    return column


stack(2)
