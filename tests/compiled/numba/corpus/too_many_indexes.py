# kind: too-many-indexes
# says: `vector` is an array of float64 with 1 dimension and is given more indexes than that
# mends: no
import numpy as np
from numba import njit


@njit
def corner(vector):
    return vector[0, 1]  # HERE


corner(np.ones(3))
