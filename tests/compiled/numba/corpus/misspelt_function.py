# kind: numpy-name
# says: NumPy has no `arrange`
# mends: yes
import numpy as np
from numba import njit


@njit
def squares(n):
    return np.arrange(n) ** 2  # HERE


squares(4)
