"""A breakpoint in LAPACK, and the compiled and the Python line that led there.

numscope debug --break dgesdd_ --batch examples/numba/12_lapack.py
"""

import numpy as np
from numba import njit


@njit
def foo(a):
    return np.linalg.svd(a)


u, s, v = foo(np.ones((10, 7)))
print(s.shape)
