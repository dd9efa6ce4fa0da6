# kind: mixed-list-argument
# says: Argument `record` of `first` holds items of different types (int64 and float64)
# mends: no
import numpy as np
from numba import njit


@njit
def first(record):  # HERE
    return record[0]


first([1, 2.5, "x"])
