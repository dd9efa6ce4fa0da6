# kind: string-formatting
# says: `%` on a string formats text, which compiled code can't do
# mends: no
import numpy as np
from numba import njit


@njit
def label(level):
    return "level %d" % level  # HERE


label(2)
