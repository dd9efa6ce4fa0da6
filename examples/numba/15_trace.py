"""Every assignment inside compiled code, in nested compiled calls too, at full optimisation.

numscope numba trace examples/numba/15_trace.py
"""

from numba import njit


@njit
def halve(value):
    half = value / 2
    return half


@njit
def approach(start, steps):
    position = start
    for step in range(steps):
        position = halve(position) + step
    return position


print(approach(16.0, 3))
