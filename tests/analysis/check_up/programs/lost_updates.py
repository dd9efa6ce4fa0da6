"""An index that names elements more than once."""

import numpy as np


def faulty_transitions_of_states():
    """numpy/numpy#8866: counted pairs."""
    visited = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2]
    counts = np.zeros((5, 5))
    counts[np.array(visited[:-1]), np.array(visited[1:])] += 1  # fault
    return counts.sum()


def faulty_histogram():
    """numpy/numpy#17441."""
    rng = np.random.default_rng(1)
    bins = rng.integers(0, 10, 500)
    histogram = np.zeros(10, int)
    histogram[bins] += 1  # fault
    return histogram


def faulty_forces_on_nodes():
    """Each edge pulls at both of its ends."""
    ends = np.array([0, 1, 1, 2, 2, 2, 3])
    pull = np.linspace(0.1, 0.7, 7)
    force = np.zeros(4)
    force[ends] -= pull  # fault
    return force.sum()


def healthy_updates_of_different_elements():
    chosen = np.random.default_rng(2).permutation(10)[:4]
    weights = np.ones(10)
    weights[chosen] += 0.5
    weights[weights > 1] -= 0.1
    return weights


def healthy_added_with_at():
    bins = np.random.default_rng(3).integers(0, 10, 500)
    histogram = np.zeros(10, int)
    np.add.at(histogram, bins, 1)
    return histogram


def healthy_marks_set_twice():
    seen = np.zeros(10, bool)
    seen[np.array([1, 1, 2, 5, 5])] |= True
    best = np.zeros(5)
    best[np.array([1, 1, 3])] = 2.0
    return seen.sum() + best.sum()
