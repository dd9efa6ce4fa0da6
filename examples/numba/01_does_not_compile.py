"""My code doesn't compile: an operator that does not exist between these types.

numscope numba explain examples/numba/01_does_not_compile.py
"""

from numba import jit


@jit(nopython=True)
def f(x, y):
    return x + y


print(f(1, 2))
f(1, (2,))
