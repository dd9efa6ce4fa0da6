# kind: generator-expression
# says: A generator expression can't be compiled; a list comprehension or a loop can
# mends: yes
import numpy as np
from numba import njit


@njit
def squares(values):
    return sum(value * value for value in values)  # HERE


squares(np.arange(4.0))
