"""Work out how far each floor of a building moves when any floor is pushed with one kilonewton.

Symptom: none
Culprit: none
Tempts: `precision` could accuse the inverse because its product with the matrix is not exactly the identity.
Report: numpy/numpy#12397
"""

import numpy as np


def stiffness(columns):
    """Return the stiffness matrix of a shear building from the stiffness of each storey, kN/mm."""
    columns = np.asarray(columns, dtype=float)
    above = np.append(columns[1:], 0.0)
    return np.diag(columns + above) - np.diag(columns[1:], 1) - np.diag(columns[1:], -1)


def flexibility(matrix):
    """Return the table of all influences: entry i, j is the way of floor i under a push on floor j."""
    table = np.linalg.inv(matrix)
    return (table + table.T) / 2.0


def main():
    matrix = stiffness([95.0, 90.0, 90.0, 80.0, 70.0, 55.0])
    table = flexibility(matrix)
    error = np.abs(table @ matrix - np.eye(len(matrix))).max()
    print(f"condition {np.linalg.cond(matrix):.1f}, product is the identity: {error < 1e-12}")
    for floor, way in enumerate(table.diagonal(), start=1):
        print(f"floor {floor}: {way:.5f} mm for its own push")
    softest = table[-1, -1] / table[0, 0]
    print(f"the roof moves {softest:.3f} times as far as the first floor")


main()
