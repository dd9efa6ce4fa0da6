# kind: unknown-attribute
# says: `wave` is an array of float64 with 1 dimension, which has no `.smooth` in compiled code
# mends: no
import numpy as np
from numba import njit


@njit
def filtered(wave):
    return wave.smooth()  # HERE


filtered(np.arange(4.0))
