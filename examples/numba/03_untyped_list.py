"""My code has an untyped list problem: nothing tells what the list will hold.

numscope numba explain examples/numba/03_untyped_list.py
"""

from numba import njit


@njit
def f(x):
    tmp = []
    return (tmp, x)


f(3)
