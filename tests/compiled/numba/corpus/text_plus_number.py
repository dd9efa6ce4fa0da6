# kind: no-operator
# says: There is no `+` between `name` (a str) and `1` (an int64)
# mends: no
import numpy as np
from numba import njit


@njit
def numbered(name):
    return name + 1  # HERE


numbered("a")
