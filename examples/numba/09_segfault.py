"""An index far outside the array: no exception, a segmentation fault. Which index, into what?

numscope run examples/numba/09_segfault.py   (the report of its death; numscope debug --batch stops in it)
numscope numba check examples/numba/09_segfault.py   (small index: no fault, a wrong read)
"""

import sys

import numpy as np
from numba import njit


@njit
def foo(a, index):
    b = a + 1
    c = a * 2.34
    d = c[index]
    return d


print(foo(np.arange(10), int(sys.argv[1]) if len(sys.argv) > 1 else 10**9))
