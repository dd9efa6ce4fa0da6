# kind: dict-argument
# says: Argument `prices` is a plain Python dict, which can hold anything
# mends: no
import numpy as np
from numba import njit


@njit
def price(prices):  # HERE
    return prices["tea"]


price({"tea": 3})
