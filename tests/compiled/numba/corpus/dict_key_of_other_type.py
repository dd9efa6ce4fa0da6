# kind: container-item-type
# says: This line puts a str where the container holds an int64
# mends: no
import numpy as np
from numba import njit


@njit
def lookup(count):
    table = {}
    for key in range(count):
        table[key] = key
    return table["x"]  # HERE


lookup(3)
