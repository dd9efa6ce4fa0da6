# kind: float-index
# says: The index `middle` is a float: `/` on line 10 always gives a float
# mends: yes
import numpy as np
from numba import njit


@njit
def median(ordered):
    middle = len(ordered) / 2
    return ordered[middle]  # HERE


median(np.arange(4.0))
