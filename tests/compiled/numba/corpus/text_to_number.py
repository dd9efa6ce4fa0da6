# kind: text-to-number
# says: `text` is a str; compiled code can't turn text into a number with `float(...)`
# mends: no
import numpy as np
from numba import njit


@njit
def add_text(start, text):
    return start + float(text)  # HERE


add_text(1, "2")
