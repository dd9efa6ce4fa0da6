"""Lines whose cost is known beside each other: the dear one divides four times as often."""

import sys

import numpy as np
from numba import njit, prange, vectorize


@njit
def nested(x):
    s = 0.0
    for k in range(1000):
        s += 1.0 / (x + k + s)
    for k in range(4000):
        s += 1.0 / (x + k + s)
    return s


@njit
def serial(a):
    total = 0.0
    for i in range(a.size):
        total += nested(a[i])
    return total


@njit(parallel=True, cache=True)
def parallel(a, unused):
    out = np.empty_like(a)
    for i in prange(a.size):
        z = 0.0
        for k in range(1000):
            z += 1.0 / (a[i] + k + z)
        for k in range(4000):
            z += 1.0 / (a[i] + k + z)
        if unused:
            continue
        out[i] = z
    return out


@vectorize(["float64(float64)"])
def each(x):
    y = x
    for k in range(1000):
        y = y / (1.0 + k) + 0.5
    for k in range(4000):
        y = y / (1.0 + k) + 0.5
    if y > 1e300:
        y = 0.0
    return y


a = np.random.default_rng(0).random(int(sys.argv[1]))
print(serial(a) > 0, parallel(a, False).size, each(a).size)
