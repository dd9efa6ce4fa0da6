# kind: integer-too-large
# says: Argument `seed` is 1180591620717411303424, which does not fit in 64 bits
# mends: no
import numpy as np
from numba import njit


@njit
def mix(seed):  # HERE
    return seed % 7


mix(2**70)
