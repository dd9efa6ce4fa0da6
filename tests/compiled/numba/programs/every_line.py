"""Stopped at on every line: integers, floats, branches, loops, calls, variables that change type."""

import numpy as np
from numba import njit


@njit
def scale(value, times):
    wide = value * 2.5
    if wide > 3:
        times = times + 1
    return wide + times


@njit
def walk(count, data):
    total = 0.0
    pair = (count, 1.5)
    small = np.int8(-3)
    for index in range(count):
        item = data[index] * 2
        if index > 1:
            late = index * 3
        total += scale(item, index)
    flag = total > 3
    point = complex(total, -1.0)
    rest = data[::-1]
    table = np.zeros((2, 2))
    table[1, 0] = total
    while count > 2:
        count -= 1
        table[0, 1] = count
    return total


@njit
def retyped(number):
    thing = number
    thing = thing + 0.5
    thing = (number, thing)
    text = "a" + "é"
    nothing = None
    unsigned = np.uint64(2**63)
    single = np.float32(0.1)
    return thing[1]


walk(4, np.arange(4.0))
retyped(7)
