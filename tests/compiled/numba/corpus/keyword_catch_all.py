# kind: keyword-catch-all
# says: `scale` has a `**options` parameter
# mends: no
import numpy as np
from numba import njit


@njit
def scale(value, **options):  # HERE
    return value


scale(1, factor=2)
