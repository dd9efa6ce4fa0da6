"""Debugging compiled code: stop, look at every variable, without debug=True and without NUMBA_OPT.

numscope debug --break 14 --print a,b,c,d --batch examples/numba/07_step_in_gdb.py
"""

from numba import njit


@njit
def foo(a):
    b = a + 1
    c = a * 2.34
    d = (a, b, c)
    print(a, b, c, d)


r = foo(123)
print(r)
