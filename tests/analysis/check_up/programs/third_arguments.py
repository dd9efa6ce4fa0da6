"""Three conditions given to functions of two."""

import numpy as np


def faulty_water_for_trout():
    depth = np.array([10.0, 50.0, 20.0])
    cold = np.array([True, True, False])
    shallow = depth < 40
    airy = depth > 15
    return np.logical_and(shallow, cold, airy).sum()  # fault


def faulty_largest_of_three():
    first = np.array([1.0, 5.0, 2.0]) * 2
    second = np.array([4.0, 1.0, 1.0]) * 2
    third = np.array([0.0, 9.0, 3.0]) * 2
    return np.maximum(first, second, third)  # fault


def healthy_targets():
    first, second = np.array([1.0, 5.0]), np.array([4.0, 1.0])
    target = np.empty(2)
    np.add(first, second, target)
    np.multiply(target, first, target)
    third = first - 2
    total = third.sum()
    np.maximum(first, second, third)
    return target, third, total, np.maximum(np.maximum(first, second), third).min()
