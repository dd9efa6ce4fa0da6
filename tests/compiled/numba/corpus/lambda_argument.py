# kind: function-argument
# says: Argument `step` is a plain Python function
# mends: yes
import numpy as np
from numba import njit


@njit
def advance(step, state):  # HERE
    return step(state)


advance(lambda state: state + 1, 3)
