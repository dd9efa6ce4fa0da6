# kind: untyped-function
# says: `SCALES` is a tuple that holds the plain Python functions `celsius`, `fahrenheit`; compiled code can only call
# mends: yes
import numpy as np
from numba import njit


def celsius(kelvin):
    return kelvin - 273.15


def fahrenheit(kelvin):
    return celsius(kelvin) * 1.8 + 32


SCALES = (celsius, fahrenheit)


@njit
def warmest(readings):
    return SCALES[1](readings.max())  # HERE


warmest(np.array([280.0, 290.0]))
