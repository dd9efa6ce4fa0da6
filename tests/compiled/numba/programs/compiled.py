"""Compiled in many ways: vector code, none, conversions, allocations, parallel loops, object mode, BLAS."""

import warnings

import numpy as np
from numba import jit, njit, prange

warnings.simplefilter("ignore")


@njit(cache=True)
def scale(values, factor):
    out = np.empty_like(values)
    for place in range(values.shape[0]):
        out[place] = values[place] * factor
    return out


@njit
def total(values):
    result = 0.0
    for place in range(values.shape[0]):
        result += values[place]
    return result


@njit(parallel=True)
def spread(values):
    result = 0.0
    for place in prange(values.shape[0]):
        result += values[place] * 2
    return result


@njit
def both(values):
    return total(values) + spread(values)


@njit
def product(matrix):
    return matrix @ matrix


@jit(forceobj=True)
def tally(prices):
    result = 0
    for name in prices:
        result += prices[name]
    return result


scale(np.arange(4.0), 2)
scale(np.arange(8.0)[::2], 2)
both(np.arange(4.0))
tally({"tea": 3})
product(np.ones((2, 2)))
