# kind: nested-list-argument
# says: Argument `rows` of `corner` is a list of lists
# mends: no
import numpy as np
from numba import njit


@njit
def corner(rows):
    return rows[0][0]  # HERE


corner([[1, 2], [3]])
