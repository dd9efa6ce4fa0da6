"""Compiled in other ways: ufuncs, a block in Python, fused and nested parallel loops, functions made anew each time."""

import numpy as np
from numba import guvectorize, njit, objmode, prange, vectorize


@vectorize(["float64(float64, float64)"])
def longer(one, other):
    return (one * one + other * other) ** 0.5


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def running(values, out):
    total = 0.0
    for place in range(values.shape[0]):
        total += values[place]
        out[place] = total


@njit
def asks_python(values):
    top = values.max()
    with objmode(found="float64"):
        found = float(np.polyval([1.0, 2.0], top))
    return found + top


@njit(parallel=True)
def table(values):
    count = values.shape[0]
    doubled = values * 2
    raised = np.sin(doubled)
    out = np.zeros((count, count))
    for row in prange(count):
        for column in prange(count):
            half = raised[column] / 2
            out[row, column] = half
    return out


@njit
def use(function, value):
    return function(value)


def many(times):
    for turn in range(times):
        use(njit(lambda value: value + turn), 1)


longer(np.ones(3), 2.0)
running(np.ones(3))
asks_python(np.ones(3))
table(np.ones(3))
many(3)
