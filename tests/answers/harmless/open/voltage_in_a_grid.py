"""Solve for the voltage in a grid of resistors between two terminals.

Symptom: none
Culprit: none
Tempts: `diff` and `precision` could accuse the sparse solution for its last digits, unlike those of the dense one.
Report: scipy/scipy#6488
"""

import numpy as np
from scipy.sparse import csc_array, diags_array, eye_array, kron
from scipy.sparse.linalg import spsolve

SIDE = 12


def conductance(side, leak):
    """Return the matrix of a square grid of one-ohm resistors, each node with a small leak to ground."""
    line = diags_array([-np.ones(side - 1), -np.ones(side - 1)], offsets=[-1, 1])
    neighbours = kron(line, eye_array(side)) + kron(eye_array(side), line)
    degree = -neighbours.sum(axis=1) + leak
    return csc_array(neighbours + diags_array(degree))


def currents(side):
    """Feed one ampere into the first node and take it from the last."""
    current = np.zeros(side * side)
    current[0], current[-1] = 1.0, -1.0
    return current


def main():
    matrix, current = conductance(SIDE, leak=0.01), currents(SIDE)
    voltage = spsolve(matrix, current)
    dense = np.linalg.solve(matrix.toarray(), current)
    print(f"{matrix.shape[0]} nodes, {matrix.nnz} entries, {matrix.nnz / matrix.shape[0] ** 2:.1%} full")
    print(f"voltage between the terminals: {voltage[0] - voltage[-1]:.6f} V")
    print(f"same as the dense solution: {np.allclose(voltage, dense, rtol=1e-9, atol=1e-12)}")
    residual = np.linalg.norm(matrix @ voltage - current) / np.linalg.norm(current)
    print(f"solved to rounding: {bool(residual < 1e-13)}")


if __name__ == "__main__":
    main()
