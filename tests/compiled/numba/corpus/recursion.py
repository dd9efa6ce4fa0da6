# kind: recursion
# says: `climb` calls itself and Numba finds no return whose type does not depend on that call
# mends: no
import numpy as np
from numba import njit


@njit
def climb(steps):
    return steps * climb(steps - 1) if steps > 1 else climb(1)  # HERE


climb(5)
