"""A variable that changes its type: one name in the debugger, whatever versions Numba makes of it.

numscope debug --break 12 --break 13 --break 14 --batch examples/numba/08_changing_types.py
"""

from numba import njit


@njit
def f():
    x = 1
    x = 2.3
    x = (1, 2, 3)
    return x


print(f())
