"""Several breakpoints in one function, hit one after the other.

numscope debug --break 13 --break 18 --batch examples/numba/10_two_breakpoints.py
"""

import numpy as np
from numba import njit


@njit
def foo(a):
    b = a + 1
    c = np.zeros(3)
    c[0] = b
    d = 0.0
    for value in c:
        d += value
    return d


print(foo(123))
