# kind: empty-dict
# says: The empty dict `seen` never gets an item that Numba can see
# mends: yes
import numpy as np
from numba import njit


@njit
def count(start):
    seen = {}  # HERE
    return len(seen) + start


count(3)
