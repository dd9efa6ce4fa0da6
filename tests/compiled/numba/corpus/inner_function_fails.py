# kind: unknown-attribute
# says: `particle` is an int64, which has no `.mass` in compiled code
# mends: no
import numpy as np
from numba import njit


@njit
def weight(particle):
    return particle.mass  # HERE


@njit
def heaviest(particle):
    return weight(particle)


heaviest(3)
