"""Distances to the nearest of several points."""

import numpy as np

NESTS = np.random.default_rng(4).uniform(0, 100, (12, 2))


def faulty_mean_distance_of_nests():
    apart = np.sqrt(((NESTS[:, None] - NESTS[None, :]) ** 2).sum(axis=2))
    nearest = apart.min(axis=1)  # fault
    return nearest.mean()


def faulty_farthest_neighbour():
    apart = np.linalg.norm(NESTS[:, None] - NESTS[None, :], axis=2)
    return np.max(np.min(apart, axis=0))  # fault


def healthy_distances():
    apart = np.linalg.norm(NESTS[:, None] - NESTS[None, :], axis=2)
    others = np.linalg.norm(NESTS[:, None] - (NESTS + 1)[None, :], axis=2)
    second = np.sort(apart, axis=1)[:, 1]
    np.fill_diagonal(apart, np.inf)
    return apart.min(axis=1).mean(), others.min(axis=1).mean(), second.mean()
