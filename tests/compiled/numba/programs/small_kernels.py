"""Kernels so small that LLVM leaves no copy of them outside of the loops that Numba writes around them."""

import time

import numpy as np
from numba import njit, prange, vectorize


@vectorize(["float64(float64)"])
def each(x):
    return x * 2 + 1


@njit
def called(x, n):
    s = 0.0
    for k in range(n):
        s += 1.0 / (x + k + s)
    return s


@njit(parallel=True)
def turns(a):
    t = 0.0
    for i in prange(a.size):
        t += called(a[i], 200)
    return t


a = np.ones(100_000)
for kernel in (lambda: each(a), lambda: turns(a)):
    kernel()
    began = time.process_time()
    while time.process_time() - began < 0.3:
        kernel()
