"""Eigenvectors one by one."""

import numpy as np

STIFFNESS = np.array([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]])


def faulty_modes_beside_their_values():
    values, vectors = np.linalg.eigh(STIFFNESS)
    return [value * vector.sum() for value, vector in zip(values, vectors, strict=True)]  # fault


def faulty_first_mode_of_a_frame():
    root = np.array([2.0, 1.5, 1.0])
    vectors = np.linalg.eigh(STIFFNESS / np.outer(root, root))[1] / root[:, None]
    shape = vectors[0]  # fault
    shape = shape / np.abs(shape).max()
    return shape @ STIFFNESS @ shape


def healthy_modes():
    values, vectors = np.linalg.eigh(STIFFNESS)
    first = vectors[:, 0]
    place = vectors[2]
    return (
        [value * vector.sum() for value, vector in zip(values, vectors.T, strict=True)],
        first @ STIFFNESS @ first,
        (place**2 / values).sum(),
        place @ np.diag(1 / values) @ vectors.T,
    )
