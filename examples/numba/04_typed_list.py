"""The typed way to write 03: nothing to explain, and the types to look at.

numscope numba explain examples/numba/04_typed_list.py
numscope numba types examples/numba/04_typed_list.py
"""

from numba import njit, types
from numba.typed import List


@njit
def f(x):
    tmp = List.empty_list(types.int64)
    for i in range(x):
        tmp.append(i)
    return tmp


print(f(3))
