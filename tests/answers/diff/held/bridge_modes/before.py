"""Computes the natural frequencies of a footbridge and the mass that each mode moves."""

import numpy as np


def stiffness_matrix(nodes, stiffness):
    matrix = np.zeros((nodes, nodes))
    for i in range(nodes):
        matrix[i, i] = 2.0 * stiffness
        if i > 0:
            matrix[i, i - 1] = -stiffness
        if i < nodes - 1:
            matrix[i, i + 1] = -stiffness
    return matrix


def mass_matrix(nodes, mass):
    masses = np.full(nodes, mass)
    masses[nodes // 2 :] *= 1.6
    return np.diag(masses)


def modes(nodes=6, stiffness=4.0e6, mass=900.0):
    dynamic = np.linalg.inv(mass_matrix(nodes, mass)) @ stiffness_matrix(nodes, stiffness)
    values, vectors = np.linalg.eig(dynamic)
    result = []
    for i in np.argsort(values):
        shape = vectors[:, i]
        shape = shape / np.abs(shape).max()
        result.append((np.sqrt(values[i]) / (2 * np.pi), shape))
    return result


def participation(shape, masses):
    return (shape @ masses) ** 2 / (shape**2 @ masses) / masses.sum()


if __name__ == "__main__":
    masses = np.diag(mass_matrix(6, 900.0))
    for number, (frequency, shape) in enumerate(modes()[:3], start=1):
        share = participation(shape, masses)
        print(f"mode {number}: {frequency:6.2f} Hz, mass share {share:.1%}")
    total = sum(participation(shape, masses) for _, shape in modes()[:3])
    print(f"mass moved by three modes: {total:.1%}")
