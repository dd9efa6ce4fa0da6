# kind: unsupported-syntax
# says: Numba can't compile `yield from`
# mends: no
import numpy as np
from numba import njit


@njit
def each(values):
    yield from values  # HERE


each(np.ones(3))
