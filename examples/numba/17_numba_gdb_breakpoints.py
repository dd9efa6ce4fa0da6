"""Numba's own breakpoints: gdb is started once and stops where the program says.

NUMBA_GDB_BINARY=$(which gdb) numscope run examples/numba/17_numba_gdb_breakpoints.py
"""

from numba import gdb_breakpoint, gdb_init, njit


@njit(debug=True)
def foo(a):
    gdb_init("-ex", "print 6 * 7", "-ex", "continue")
    b = a + 1
    gdb_breakpoint()
    return b * 2


print("result", foo(20))
