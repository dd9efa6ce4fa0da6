"""Temperatures of a plate that is heated at one place, at rest.

Symptom: The middle is too cold.
Culprit: cg stopped at its limit, and says so in what nobody reads.
Report: none
"""

import numpy as np
from scipy.sparse import diags, identity, kron
from scipy.sparse.linalg import cg


def laplace(side):
    line = diags([-1, 2, -1], [-1, 0, 1], shape=(side, side))
    return (kron(identity(side), line) + kron(line, identity(side))).tocsr()


side = 40
heat = np.zeros((side, side))
heat[20, 20] = 100.0
temperature, _ = cg(laplace(side), heat.ravel(), maxiter=15)  # culprit
print(temperature.reshape(side, side)[15:25, 20].round(2))
