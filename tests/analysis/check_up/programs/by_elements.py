"""Powers and exponentials of matrices."""

import numpy as np


def faulty_weather_of_a_week():
    chances = np.array([[0.7, 0.3], [0.4, 0.6]])
    week = chances**7  # fault
    return np.array([1.0, 0.0]) @ week


def faulty_two_moves():
    move = np.array([[0.5, 0.5, 0.0], [0.25, 0.5, 0.25], [0.0, 0.5, 0.5]])
    twice = move * move  # fault
    return np.dot(np.array([0.0, 1.0, 0.0]), twice)


def faulty_machines_after_five_years():
    rates = np.array([[-0.2, 0.2], [0.0, 0.0]])
    chances = np.exp(5 * rates)  # fault
    return np.array([1.0, 0.0]) @ chances


def healthy_matrices():
    chances = np.array([[0.7, 0.3], [0.4, 0.6]])
    distances = np.array([[0.0, 2.0], [2.0, 0.0]])
    likeness = np.exp(-(distances**2))
    return (
        np.linalg.matrix_power(chances, 7) @ np.array([1.0, 0.0]),
        -(chances * np.log(chances)).sum(axis=1),
        (chances**2).sum(axis=1),
        likeness @ np.array([1.0, 2.0]),
        np.eye(2) ** 2 @ np.array([1.0, 0.0]),
    )
