"""The compiled code is too slow: object mode, which today has to be asked for, and the loop lifted out of it.

numscope numba types examples/numba/05_too_slow.py
"""

import warnings

import numpy as np
from numba import jit

warnings.simplefilter("ignore")


@jit(forceobj=True)
def f(prices, count):
    total = 0
    for name in prices:
        total += prices[name]
    table = np.zeros(count)
    for place in range(count):
        table[place] = place * 2
    return total + table[-1]


print(f({"tea": 3}, 4))
