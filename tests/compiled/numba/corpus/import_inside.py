# kind: unsupported-syntax
# says: Numba can't compile `import` inside a compiled function
# mends: no
import numpy as np
from numba import njit


@njit
def root(value):
    import math  # HERE

    return math.sqrt(value)


root(2.0)
