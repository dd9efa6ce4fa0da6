# kind: function-argument
# says: Argument `step` is a plain Python function (`double`)
# mends: yes
import numpy as np
from numba import njit


def double(state):
    return state * 2


@njit
def advance(step, state):  # HERE
    return step(state)


advance(double, 3)
