"""A parallel loop, ufuncs, and LAPACK below compiled code."""

import numpy as np
from numba import float64, guvectorize, njit, prange, vectorize


@njit(parallel=True)
def spread(values, out):
    total = 0.0
    for turn in prange(2, values.shape[0]):
        double = values[turn] * 2
        out[turn] = double
        total += double
    return total


@vectorize
def combine(left, right):
    sum_ = left + right
    return sum_ * 2


@guvectorize([(float64[:], float64[:])], "(n)->(n)")
def running(values, result):
    held = 0.0
    for place in range(values.shape[0]):
        held += values[place]
        result[place] = held


@njit
def singular(matrix):
    left, values, right = np.linalg.svd(matrix)
    return values


spread(np.arange(8.0), np.zeros(8))
combine(np.arange(3.0), 2.0)
running(np.arange(3.0))
singular(np.arange(6.0).reshape(3, 2))
