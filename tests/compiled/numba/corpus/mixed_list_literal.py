# kind: mixed-items
# says: The items of `row`
# mends: no
import numpy as np
from numba import njit


@njit
def sum_row(first):
    row = [first, "label", 2.5]
    total = 0.0
    for column in range(3):
        total += row[column]  # HERE
    return total


sum_row(1)
