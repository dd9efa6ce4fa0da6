# kind: closure
# says: The inner function remembers `slope` and leaves the function that made it
# mends: no
import numpy as np
from numba import njit


@njit
def line(slope):
    def value(x):  # HERE
        return x * slope

    return value


line(2.0)
