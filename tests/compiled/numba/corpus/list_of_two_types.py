# kind: list-item-type
# says: `.append` puts a str into a list of int64
# mends: no
import numpy as np
from numba import njit


@njit
def log(value):
    entries = [value, 2]
    entries.append("end")  # HERE
    return entries


log(1)
