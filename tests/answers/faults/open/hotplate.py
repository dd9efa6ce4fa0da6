"""Steady temperature of a square hotplate with two heating elements.

Symptom: The number is wrong.
Culprit: Cg stops at maxiter, info thrown away.
Report: scipy/scipy#9745
"""

import numpy as np
from scipy.sparse import diags, eye, kron
from scipy.sparse.linalg import cg

N = 120  # inner points a side
SIDE = 0.4  # metres
CONDUCTANCE = 16.0 * 0.006  # W/K, steel sheet of 6 mm


def conduction_matrix():
    line = diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(N, N))
    return (kron(eye(N), line) + kron(line, eye(N))).tocsr() * CONDUCTANCE


def heating(power=90.0):
    """Watts into each cell: two elements with the same power."""
    watts = np.zeros((N, N))
    watts[25:45, 20:100] = 1.0
    watts[75:95, 20:100] = 1.0
    return power * watts / watts.sum()


def solve(watts):
    matrix = conduction_matrix()
    rise, _ = cg(matrix, watts.ravel(), maxiter=35)  # culprit
    return rise.reshape(N, N)


def main():
    watts = heating()
    rise = solve(watts)
    print(f"cell: {1000 * SIDE / (N + 1):.1f} mm, {watts.sum():.0f} W in all")
    print(f"mean rise: {rise.mean():.2f} K")
    print(f"hottest point: {20 + rise.max():.2f} C")


if __name__ == "__main__":
    main()
