"""NaN made, stored and passed on, and indexes out of range, serial and parallel."""

import numpy as np
from numba import njit, prange


@njit(fastmath=True, error_model="numpy")
def ratios(a, out):
    total = 0.0
    for i in range(a.size):
        out[i] = a[i] / a[i]
        total += out[i]
    whole = out * 2.0
    return total + whole.sum()


@njit(parallel=True)
def shifted(a, out):
    for i in prange(a.size):
        out[i] = a[i + 1]
    return out


@njit
def before(a, k):
    last = a[-a.shape[0]]
    return last + a[k, 1]


numbers = np.array([1.0, 2.0, 0.0])
print(ratios(numbers, np.ones(3)))
print(shifted(numbers, np.ones(3)).size)
print(before(np.ones((2, 3)), -3) == 0)
