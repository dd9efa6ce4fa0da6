"""An element that several places write, one of them in another function, and parallel ones."""

import numpy as np
from numba import njit, prange


@njit
def spread(out, k):
    for i in range(out.shape[0]):
        out[i, 1] += k
    return out


@njit
def twice(out):
    spread(out, 2.0)
    spread(out, 0.0)
    out[2, 1] = -1.0
    return out


@njit(parallel=True)
def many(out):
    for i in prange(out.shape[0]):
        out[i, 1] = i * 10.0
    return out


print(many(twice(np.zeros((4, 3)))).sum())
