# kind: format-specification
# says: compiled code has no number formatting
# mends: no
import numpy as np
from numba import njit


@njit
def label(level):
    return f"level {level:.2f}"  # HERE


label(1.5)
