# kind: signature-mismatch
# says: `samples` is array(float32, 1d, C) where array(float64, 1d, C) is declared
# mends: no
import numpy as np
from numba import njit


@njit("float64(float64[::1])")
def power(samples):  # HERE
    return samples.sum()


power(np.arange(4, dtype=np.float32))
