# kind: dtype-as-string
# says: The dtype of `np.zeros` is a string known only while running
# mends: no
import numpy as np
from numba import njit


@njit
def buffer(length, kind):
    return np.zeros(length, dtype=kind)  # HERE


buffer(3, "float32")
