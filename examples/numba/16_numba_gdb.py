"""Numba's own way: the program starts gdb itself. Under numscope it does as it did.

NUMBA_GDB_BINARY=$(which gdb) numscope run examples/numba/16_numba_gdb.py
"""

from numba import gdb, njit


@njit(debug=True)
def foo(a):
    b = a + 1
    gdb("-ex", "print 6 * 7")
    return b * 2


print("result", foo(20))
