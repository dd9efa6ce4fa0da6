# kind: untyped-function
# says: `celsius` is a plain Python function; compiled code can only call compiled functions
# mends: yes
import numpy as np
from numba import njit


def celsius(kelvin):
    return kelvin - 273.15


@njit
def warmest(readings):
    return celsius(readings.max())  # HERE


warmest(np.array([280.0, 290.0]))
