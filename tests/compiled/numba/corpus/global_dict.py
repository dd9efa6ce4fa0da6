# kind: untyped-container
# says: `CODES` is a Python dict outside the function
# mends: no
import numpy as np
from numba import njit


CODES = {"ok": 1}


@njit
def code(name):
    return CODES[name]  # HERE


code("ok")
