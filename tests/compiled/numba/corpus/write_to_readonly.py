# kind: readonly-array
# says: `locked` is read-only (its `flags.writeable` is False)
# mends: no
import numpy as np
from numba import njit


@njit
def store(locked):
    locked[0] = 1.0  # HERE


data = np.zeros(4)
data.flags.writeable = False
store(data)
