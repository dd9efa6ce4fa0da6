# kind: overload-parameters
# says: `clipped_types(low, x)` in line 14 is an `@overload` and returns a function with other parameters: `(x, low)`
# mends: yes
import numpy as np
from numba import njit, types
from numba.extending import overload


def clipped(x, low=0.0):
    return np.maximum(x, low)


@overload(clipped)
def clipped_types(low, x):
    if isinstance(low, types.Array):

        def implementation(x, low):
            return np.maximum(x, low)

        return implementation


@njit
def positive(x):
    return clipped(x, 0.0)  # HERE


positive(np.array([-1.0, 2.0]))
