"""Products of a vector and its transposition."""

import numpy as np


def faulty_scatter_of_points():
    total = np.zeros((3, 3))
    for point in np.array([[1.0, 2.0, 0.5], [0.0, -1.0, 2.0], [3.0, 1.0, 1.0]]):
        total += point @ point.T  # fault
    return np.linalg.eigvalsh(total)


def faulty_update_of_a_covariance():
    covariance = np.diag([2.0, 1.0])
    gain = np.array([0.5, 0.25])
    return covariance - np.dot(gain, gain.T) * 0.1  # fault


def healthy_products():
    vector = np.array([1.0, 2.0, 0.5])
    column = vector[:, None]
    matrix = np.eye(3)
    return (
        matrix + np.outer(vector, vector),
        matrix - column @ column.T,
        vector @ vector.T * 2,
        vector.T @ matrix,
    )
