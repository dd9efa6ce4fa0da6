# kind: none-attribute
# says: `buffer` is None here, and None has no `sum`
# mends: no
import numpy as np
from numba import njit


@njit
def read(buffer):
    return buffer.sum()  # HERE


read(None)
