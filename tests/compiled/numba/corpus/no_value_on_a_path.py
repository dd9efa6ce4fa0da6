# kind: no-value
# says: `gain` gets a value on some paths only
# mends: no
import numpy as np
from numba import njit


@njit
def adjust(level):
    if level > 0:
        gain = level
    return gain  # HERE


adjust(1)
