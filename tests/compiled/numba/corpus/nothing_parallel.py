# kind: nothing-parallel
# says: `parallel=True` parallelised nothing in this function
# mends: no
import numpy as np
from numba import njit


@njit(parallel=True)
def total(count):  # HERE
    result = 0
    for number in range(count):
        result += number
    return result


total(10)
