# kind: recursion
# says: `climb` calls itself whatever it is given, so its result has no type
# mends: no
import numpy as np
from numba import njit


@njit
def climb(steps):
    return steps * climb(steps - 1) if steps > 1 else climb(1)  # HERE


climb(5)
