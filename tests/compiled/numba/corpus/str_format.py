# kind: string-formatting
# says: `str.format` formats text, which compiled code can't do
# mends: no
import numpy as np
from numba import njit


@njit
def label(level):
    return "level {}".format(level)  # HERE


label(2)
