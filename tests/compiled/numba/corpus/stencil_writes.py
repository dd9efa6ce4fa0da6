# kind: stencil-assignment
# says: `result[0] = ...` writes into an array that the stencil is given
# mends: no
import numpy as np
from numba import stencil


@stencil
def doubled(values, result):
    result[0] = 2 * values[0]  # HERE
    return 0.0


doubled(np.ones(4), np.zeros(4))
