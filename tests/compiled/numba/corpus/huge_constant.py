# kind: integer-too-large
# says: does not fit in 64 bits: compiled integers are int64 or uint64
# mends: no
import numpy as np
from numba import njit


@njit
def mix(seed):
    return (seed * 31) % (1 << 70)  # HERE


mix(5)
