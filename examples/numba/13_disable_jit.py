"""Is the compiled code right? Instead of NUMBA_DISABLE_JIT=1 and comparing by eye: both are run and compared.

numscope numba check examples/numba/13_disable_jit.py
"""

from numba import njit


@njit
def checksum(count):
    state = 7
    for byte in range(count):
        state = state * 6364136223846793005 + byte
    return state


print(checksum(20))
