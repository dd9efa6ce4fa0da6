"""What Python has and a debugger of compiled code easily misses."""

import numba
import numpy as np
from numba.experimental import jitclass


@numba.njit
def median_added(x):
    total = 0.0
    for item in x:
        total += item
    with numba.objmode(middle="float64"):
        middle = float(np.median(x))
    return total + middle


@numba.njit
def squares(count):
    for i in range(count):
        square = i * i
        yield square


@numba.njit
def sum_of_squares(count):
    total = 0
    for one in squares(count):
        total += one
    return total


@jitclass([("width", numba.float64), ("count", numba.int64)])
class Box:
    def __init__(self, width):
        self.width = width
        self.count = 3


@numba.njit
def guarded(pair):
    try:
        name = pair[0]

        # Nothing here.
    except Exception:
        name = "none"
    return name


print(median_added(np.arange(5.0)[::2]))
print(list(squares(3)), sum_of_squares(3))
print(Box(2.0).count)
print(guarded(("ab", 1)))


@numba.njit(inline="always")
def raised(base):
    power = base + 1
    return power * 2


@numba.njit
def outermost(start):
    kept = 7
    both = raised(start)
    return both + kept


@numba.njit
def worded(start):
    words = ("hello", 3, ("in", 2.5))
    return len(words[0]) + start


print(outermost(4), worded(np.int64(1)))


@numba.njit
def recovered(number):
    level = 0
    try:
        if number > 3:
            raise ValueError("high")
        level = number
    except Exception:
        level = -1
        if number > 6:
            raise ValueError("higher")
    return level


for number in (5, 2, 9):
    try:
        print(recovered(number))
    except ValueError:
        print("raised")
