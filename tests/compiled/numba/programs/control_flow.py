"""Stopped at on every line: every shape of control flow, so that lines begin where Python begins them."""

import numpy as np
from numba import njit


@njit
def branches(number):
    if number > 2 and number < 9:
        size = "middle"
    elif number <= 2:
        size = "small"
    else:
        size = "big"
    sign = 1 if number > 0 else -1
    return len(size) * sign


@njit
def loops(limit):
    found = 0
    for outer in range(limit):
        if outer == 1:
            continue
        for inner in range(3):
            if inner > outer:
                break
            found += 1
        else:
            found += 10
    step = limit
    while step > -3:
        step -= 1
        if step < 0:
            break
    while step < 2:
        step += 1
    return found


@njit
def pairs(values):
    total = 0
    for place, value in enumerate(values):
        total += place * value
    for left, right in zip(values, values[1:]):
        total -= left * right
    return total


@njit
def early(value):
    if value > 3:
        return value
    value += 1

    return value


above = njit(lambda value, limit: value - limit if value > limit else 0)


@njit
def größer(value):
    zwölf = value + 12
    return zwölf


for number in (1, 5, 20):
    branches(number)
    above(number, 3)
größer(2)
loops(4)
pairs(np.arange(3))
early(5)
early(1)
