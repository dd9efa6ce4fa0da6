"""Matrices that ought to be symmetric and positive."""

import numpy as np


def faulty_gain_of_another_filter():
    """zauberzeug/feldfreund_devkit#47: P = (I - K H) P with a gain that does not fit loses its symmetry."""
    state = np.array([[4.0, 1.0], [1.0, 2.0]])
    model, noise = np.array([[1.0, 0.1], [0.0, 1.0]]), 0.01 * np.eye(2)
    seen = np.array([[1.0, 0.0]])
    for step in range(12):
        state = model @ state @ model.T + noise
        gain = state @ seen.T / (state[0, 0] + 0.5)
        if step > 6:
            gain = np.array([[0.3], [0.05]])
        state = state - gain @ seen @ state  # fault
    return state


def faulty_downdated_precision():
    """A rank-one part is taken away too often."""
    direction = np.array([[1.0], [0.5], [0.2]])
    spread = np.eye(3) + 0.3 * direction @ direction.T
    for _ in range(20):
        spread = spread - 0.12 * direction @ direction.T  # fault
    return spread


def faulty_cholesky_of_pairwise_correlations():
    """rlabbe/filterpy#62: one triangle is read, and the other says something else."""
    matrix = np.array([[1.0, 0.3, 0.2], [0.3, 1.0, 0.1], [0.6, 0.1, 1.0]])
    return np.linalg.cholesky(matrix)  # fault


def faulty_modes_of_a_coupled_system():
    """eigh of a matrix that is not symmetric."""
    coupling = np.array([[2.0, -1.0, 0.0], [-0.4, 2.0, -1.0], [0.0, -0.4, 2.0]])
    return np.linalg.eigh(coupling)  # fault


def _pairs(count, seed):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, count, (2, 5 * count))
    return {tuple(one) for one in zip(first, second, strict=True) if one[0] != one[1] and one[::-1] > one}


def faulty_letters_of_members():
    """Each pair stands at one side alone, in any order, and a matrix is computed of it."""
    rng = np.random.default_rng(3)
    weights = np.zeros((12, 12))
    for one, other in sorted(_pairs(12, 4)):
        turned = rng.random() < 0.5
        weights[(one, other) if turned else (other, one)] = rng.integers(1, 9)  # fault
    laplacian = np.diag(weights.sum(axis=1)) - weights
    return np.linalg.eigh(laplacian)[0]


def faulty_distances_between_stations():
    close = np.eye(6)
    for step, (one, other) in enumerate([(0, 3), (4, 1), (2, 5), (5, 0), (1, 2)]):
        close[one, other] += 0.1 + step / 20  # fault
    return np.linalg.eigvalsh(close * 2.0)


def healthy_letters_at_both_sides():
    weights = np.zeros((12, 12))
    for one, other in sorted(_pairs(12, 4)):
        weights[one, other] += 2.0
        weights[other, one] += 2.0
    return np.linalg.eigh(np.diag(weights.sum(axis=1)) - weights)[0]


def healthy_half_of_a_matrix():
    """One triangle alone is filled, which is what these read."""
    lower = 4.0 * np.eye(5)
    for one in range(5):
        for other in range(one):
            lower[one, other] = 1 / (1 + one + other)
    return np.linalg.cholesky(lower)


def healthy_joseph_form():
    state = np.array([[4.0, 1.0], [1.0, 2.0]])
    model, noise = np.array([[1.0, 0.1], [0.0, 1.0]]), 0.01 * np.eye(2)
    seen = np.array([[1.0, 0.0]])
    for _ in range(30):
        state = model @ state @ model.T + noise
        gain = state @ seen.T / (state[0, 0] + 0.5)
        keep = np.eye(2) - gain @ seen
        state = keep @ state @ keep.T + 0.5 * gain @ gain.T
    return state


def healthy_naive_filter_that_stays_symmetric():
    state = np.array([[4.0, 1.0], [1.0, 2.0]])
    seen = np.array([[1.0, 0.0]])
    for _ in range(30):
        state = state + 0.01 * np.eye(2)
        gain = state @ seen.T / (state[0, 0] + 0.5)
        state = state - gain @ seen @ state
    return state


def healthy_lower_triangle_only():
    full = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
    return np.linalg.cholesky(np.tril(full)), np.linalg.eigvalsh(full)


def healthy_weights_of_a_network():
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(4, 4))
    weights = weights @ weights.T
    for _ in range(10):
        weights = weights - 0.01 * rng.normal(size=(4, 4))
    return weights


def healthy_rotations():
    turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    pose = np.eye(2)
    for _ in range(12):
        pose = turn @ pose
    return pose
