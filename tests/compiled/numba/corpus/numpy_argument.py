# kind: unsupported-argument
# says: `np.mean` can be compiled, but not with `axis`
# mends: yes
import numpy as np
from numba import njit


@njit
def column_means(table):
    return np.mean(table, axis=0)  # HERE


column_means(np.ones((3, 3)))
