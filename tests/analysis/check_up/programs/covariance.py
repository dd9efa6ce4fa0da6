"""Matrices that ought to be symmetric and positive."""

import warnings

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


def _places(seed, count=30):
    x = np.sort(np.random.default_rng(seed).uniform(0, 1, count))
    return x, np.where(x < 0.5, 0.05, 0.4), np.abs(x[:, None] - x[None, :])


def faulty_spread_of_a_field_of_two_soils():
    _, reach, distance = _places(21)
    scale = reach[None, :]  # fault
    inverse = np.linalg.inv(np.exp(-distance / scale) + 0.1 * np.eye(len(reach)))
    cross = np.exp(-distance[:6] / scale)
    return 1 - np.einsum("ij,jk,ik->i", cross, inverse, cross)


def faulty_distance_of_a_row_of_heights():
    x, reach, distance = _places(22)
    strength = 4 * reach[:, np.newaxis] ** 2  # fault
    known = strength * np.exp(-((distance / 0.1) ** 2)) + 0.05 * np.eye(len(x))
    heights = np.sin(9 * x)
    return heights @ np.linalg.solve(known, heights)


def healthy_spread_scaled_by_both_points():
    _, reach, distance = _places(23)
    scale = np.sqrt(reach[:, None] * reach[None, :])
    inverse = np.linalg.inv(np.exp(-distance / scale) + 0.1 * np.eye(len(reach)))
    cross = np.exp(-distance[:6] / scale[:6])
    return 1 - np.einsum("ij,jk,ik->i", cross, inverse, cross)


def healthy_surface_of_bumps_of_different_widths():
    """Each centre has a width of its own: the matrix interpolates, and is no covariance."""
    x, reach, distance = _places(24)
    bumps = np.exp(-((distance / reach[None, :]) ** 2)) + 0.1 * np.eye(len(x))
    weights = np.linalg.solve(bumps, np.sin(9 * x))
    return bumps @ weights


def healthy_visits_of_a_walk():
    _, _, distance = _places(25)
    links = np.exp(-distance)
    steps = links / links.sum(axis=1)[:, None]
    start = np.eye(len(links))[3]
    visits = np.linalg.solve(np.eye(len(links)) - 0.8 * steps, start)
    return start @ visits


def faulty_correlations_that_contradict_each_other():
    correlation = np.array([[1, 0.9, 0.9], [0.9, 1, -0.7], [0.9, -0.7, 1]])  # fault
    spreads = np.array([2.0, 3.0, 1.0])
    matrix = np.outer(spreads, spreads) * correlation
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        drawn = np.random.default_rng(0).multivariate_normal(np.zeros(3), matrix, size=500)
    return drawn.std(axis=0)


def healthy_samples_of_dependent_numbers():
    matrix = np.array([[1.0, 2.0], [2.0, 4.0]])
    return np.random.default_rng(0).multivariate_normal(np.zeros(2), matrix, size=500).mean()
