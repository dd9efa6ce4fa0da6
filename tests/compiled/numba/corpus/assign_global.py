# kind: unsupported-syntax
# says: Numba can't compile assigning a global variable
# mends: no
import numpy as np
from numba import njit


last = 0


@njit
def remember(value):
    global last
    last = value  # HERE


remember(2)
