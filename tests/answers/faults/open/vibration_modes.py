"""Fundamental mode of a five-storey frame and its share of the moving mass.

Symptom: The number is wrong.
Culprit: Row of the eigenvector matrix taken as mode shape instead of the column.
Report: numpy/numpy#5578
"""

import numpy as np

STOREYS = 5


def mass_matrix():
    return np.diag([42e3, 42e3, 40e3, 40e3, 31e3])


def stiffness_matrix():
    k = np.array([61e6, 55e6, 50e6, 44e6, 38e6])
    matrix = np.zeros((STOREYS, STOREYS))
    for i in range(STOREYS):
        matrix[i, i] = k[i] + (k[i + 1] if i + 1 < STOREYS else 0.0)
        if i + 1 < STOREYS:
            matrix[i, i + 1] = matrix[i + 1, i] = -k[i + 1]
    return matrix


def solve_modes(mass, stiffness):
    root = np.sqrt(np.diag(mass))
    scaled = stiffness / np.outer(root, root)
    values, vectors = np.linalg.eigh(scaled)
    return np.sqrt(values), vectors / root[:, None]


def mode_shape(vectors, number):
    shape = vectors[number]  # culprit
    return shape / shape[np.argmax(np.abs(shape))]


def effective_mass(shape, mass):
    ones = np.ones(STOREYS)
    top = (shape @ mass @ ones) ** 2
    return top / (shape @ mass @ shape)


def main():
    mass, stiffness = mass_matrix(), stiffness_matrix()
    omega, vectors = solve_modes(mass, stiffness)
    print("frequencies (Hz):", np.round(omega / (2 * np.pi), 3))
    first = mode_shape(vectors, 0)
    print("first mode shape:", np.round(first, 3))
    share = effective_mass(first, mass) / np.trace(mass)
    print(f"effective mass of the first mode: {100 * share:.1f} %")


if __name__ == "__main__":
    main()
