"""Solve for the displacements of a truss by Jacobi's iteration."""

import numpy as np


def stiffness(nodes):
    rng = np.random.default_rng(4)
    matrix = rng.uniform(-1.0, 0.0, (nodes, nodes))
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, nodes)
    return matrix, rng.uniform(1.0, 2.0, nodes)


def jacobi(matrix, load, sweeps):
    n = len(load)
    x = np.zeros(n)
    for _ in range(sweeps):
        new = np.zeros(n)
        for i in range(n):
            pull = 0.0
            for j in range(n):
                if j != i:
                    pull += matrix[i, j] * x[j]
            new[i] = (load[i] - pull) / matrix[i, i]
        x = new
    return x


matrix, load = stiffness(12)
x = jacobi(matrix, load, 60)
print("displacements:", " ".join(f"{value:.17g}" for value in x[:4]))
print("largest rest:", f"{np.abs(matrix @ x - load).max():.3e}")
