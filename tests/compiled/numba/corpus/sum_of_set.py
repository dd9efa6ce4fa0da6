# kind: no-function
# says: `sum(values)` has no compiled version for a set of int64
# mends: no
import numpy as np
from numba import njit


@njit
def total(values):
    return sum(values)  # HERE


total({1, 2})
