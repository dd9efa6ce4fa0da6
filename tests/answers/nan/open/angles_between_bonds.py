"""Print the bend of every bond in a chain of atoms, and the mean bend.

Symptom: the mean bend is nan although every coordinate is a small whole number.
Culprit: where two bonds have the same direction the cosine is 1.0000000000000002, and arccos of that is nan.
Report: dfki-ric/pytransform3d#47
"""

from itertools import pairwise

import numpy as np

ATOMS = np.array(
    [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 1], [4, 5, 2], [5, 6, 4], [5, 8, 4], [6, 8, 5]],
    dtype=float,
)


def unit(vector):
    """Return the vector scaled to length one."""
    return vector / np.linalg.norm(vector)


def bend(before, after):
    """Return the angle between two bonds in degrees."""
    cosine = np.dot(unit(before), unit(after))
    return np.degrees(np.arccos(cosine))  # culprit


def main():
    bonds = np.diff(ATOMS, axis=0)
    bends = []
    for number, (before, after) in enumerate(pairwise(bonds)):
        bends.append(bend(before, after))
        print(f"atom {number + 1}: {bends[-1]:7.2f} degrees")
    print(f"mean bend: {np.mean(bends):.2f} degrees, stiffest atom: {int(np.argmin(bends)) + 1}")


if __name__ == "__main__":
    main()
