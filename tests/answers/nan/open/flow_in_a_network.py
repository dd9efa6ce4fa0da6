"""Compute the pressure in a network of water pipes.

Symptom: all pressures are nan or inf.
Culprit: node 5 has no pipe: its row in the matrix is zero, and the system has no unique solution.
Report: none
"""

import warnings

import numpy as np
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import spsolve

warnings.simplefilter("ignore")
PIPES = [(0, 1, 2.0), (1, 2, 1.0), (2, 3, 1.5), (0, 3, 0.5), (3, 4, 1.0)]


def matrix(nodes):
    table = np.zeros((nodes, nodes))
    for one, other, width in PIPES:
        table[[one, other], [one, other]] += width
        table[[one, other], [other, one]] -= width
    table[0, 0] += 10.0  # the water tower
    return csc_matrix(table)


demand = np.array([0.0, -0.2, -0.1, -0.3, -0.4, 0.0])
pressure = spsolve(matrix(6), demand)  # culprit
print("pressures:", pressure)
print("lowest:", pressure.min())
