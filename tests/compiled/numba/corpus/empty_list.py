# kind: empty-list
# says: The empty list `peaks` never gets an item that Numba can see
# mends: yes
import numpy as np
from numba import njit


@njit
def collect(level):
    peaks = []  # HERE
    return (peaks, level)


collect(3)
