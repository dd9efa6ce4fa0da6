"""My code has a type unification problem: one branch returns a number, the other a tuple.

numscope numba explain examples/numba/02_type_unification.py
"""

from numba import njit


@njit
def f(x):
    if x > 10:
        return (1,)
    return 1


f(10)
