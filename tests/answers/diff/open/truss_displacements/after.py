"""Solve for the displacements of a truss by Jacobi's iteration.

Symptom: The vectorised iteration prints the same displacements to the last digit.
Culprit: none: equal
Report: TheAlgorithms/Python#8938
"""

import numpy as np


def stiffness(nodes):
    rng = np.random.default_rng(4)
    matrix = rng.uniform(-1.0, 0.0, (nodes, nodes))
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, nodes)
    return matrix, rng.uniform(1.0, 2.0, nodes)


def jacobi(matrix, load, sweeps):
    diagonal = np.diag(matrix)
    others = matrix - np.diag(diagonal)
    x = np.zeros(len(load))
    for _ in range(sweeps):
        pull = np.zeros(len(load))
        for column, value in zip(others.T, x, strict=True):
            pull += column * value
        x = (load - pull) / diagonal
    return x


matrix, load = stiffness(12)
x = jacobi(matrix, load, 60)
print("displacements:", " ".join(f"{value:.17g}" for value in x[:4]))
print("largest rest:", f"{np.abs(matrix @ x - load).max():.3e}")
