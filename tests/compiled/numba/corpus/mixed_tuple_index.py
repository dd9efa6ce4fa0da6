# kind: mixed-items
# says: The items of `record` (a tuple (int64, float64, str)) have different types
# mends: no
import numpy as np
from numba import njit


@njit
def field(record, which):
    return record[which]  # HERE


field((1, 2.5, "x"), 1)
