"""Every kind of value a compiled function can hold."""

from collections import namedtuple

import numpy as np
from numba import njit

Point = namedtuple("Point", "x y")
record = np.dtype([("age", np.int32), ("size", np.float64)], align=True)


@njit
def kinds(count, data, people, point, word, nothing, numbers, day, table, flag=True):
    tiny = np.int8(-3)
    byte = np.uint8(200)
    huge = np.uint64(2**63)
    single = np.float32(1.5)
    point_c = complex(1.0, -2.0)
    small_c = np.complex64(2.0)
    yes = count > 2
    no = not yes
    mixed = (count, 2.5, yes)
    same = (count, count + 1)
    nested = ((1, 2.0), count)
    back = data[::-1]
    column = table[:, 1]
    turned = table.T
    empty = np.zeros((0, 3))
    lone = np.array(7.5)
    truths = data > 1
    shorts = np.arange(3, dtype=np.int16)
    local = [count, count + 5]
    longer = word + "é"
    person = people[0]
    missing = np.nan
    endless = -np.inf
    blank = ""
    return count + len(local)


kinds(
    4,
    np.arange(3.0),
    np.array([(1, 2.5), (3, 4.5)], dtype=record),
    Point(1, 2.5),
    "hi",
    None,
    [1, 2],
    np.datetime64("2020-01-02"),
    np.arange(6.0).reshape(2, 3),
)
