# kind: shape-as-list
# says: in compiled code a shape is an integer or a tuple
# mends: yes
import numpy as np
from numba import njit


@njit
def grid(width):
    return np.zeros([width, 2])  # HERE


grid(3)
