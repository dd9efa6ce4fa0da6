"""A breakpoint in a parallel loop: every turn stops in its own thread, named by its number.

numscope debug --break 15 --batch examples/numba/11_threads.py
"""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def spread(values):
    out = np.zeros(values.shape[0])
    for turn in prange(values.shape[0]):
        doubled = values[turn] * 2
        out[turn] = doubled
    return out


print(spread(np.arange(4.0)))
