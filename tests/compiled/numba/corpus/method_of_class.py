# kind: object-argument
# says: Argument `self` is an instance of the ordinary class Spring
# mends: no
import numpy as np
from numba import njit


class Spring:
    def __init__(self):
        self.stiffness = 2.0

    @njit
    def force(self, stretch):  # HERE
        return self.stiffness * stretch


Spring().force(3.0)
