# kind: stencil-index
# says: `signal[0, k - 2]` in the stencil `smooth` has an index that is no constant
# mends: yes
import numpy as np
from numba import stencil


@stencil(cval=1.0)
def smooth(signal, width):
    total = 0.0
    for k in range(5):
        total += signal[0, k - 2]  # HERE
    return total / width


smooth(np.ones((4, 9)), 5.0)
