# kind: unsupported-syntax
# says: Numba can't compile defining a class inside a compiled function
# mends: no
import numpy as np
from numba import njit


@njit
def wrap(value):
    class Box:  # HERE
        pass

    return value


wrap(2.0)
