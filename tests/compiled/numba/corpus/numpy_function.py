# kind: numpy-function
# says: `np.einsum` is not among the NumPy functions Numba compiles
# mends: no
import numpy as np
from numba import njit


@njit
def energy(field):
    return np.einsum("i,i", field, field)  # HERE


energy(np.arange(4.0))
