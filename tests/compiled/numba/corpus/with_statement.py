# kind: unsupported-syntax
# says: Numba can't compile `with ... as ...`
# mends: no
import numpy as np
from numba import njit


@njit
def read(path):
    with open(path) as file:
        return file.read()


read("data.txt")
