# kind: exception-class
# says: Compiled code can catch `Exception` only, not a particular class (here `ValueError`)
# mends: yes
import numpy as np
from numba import njit


@njit
def guarded(value):
    try:
        return 1 / value
    except ValueError:  # HERE
        return 0.0


guarded(2)
