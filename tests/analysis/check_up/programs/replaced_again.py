"""Values replaced in place, one after the other."""

import numpy as np


def faulty_numbers_of_classes():
    labels = np.array([0, 1, 2, 3, 0, 2, 1, 3, 0])
    for old, new in ((0, 2), (2, 1), (1, 0), (3, 3)):
        labels[labels == old] = new  # fault
    return labels.sum()


def faulty_grades_moved_up():
    grades = np.array([1.0, 2.0, 3.0, 1.0, 3.0])
    for grade in (1.0, 2.0, 3.0):
        grades[grades == grade] = grade + 1  # fault
    return grades.mean()


def healthy_grades_moved_up_from_the_top():
    grades = np.array([1.0, 2.0, 3.0, 1.0, 3.0])
    for grade in (3.0, 2.0, 1.0):
        grades[grades == grade] = grade + 1
    return grades.mean()


def healthy_numbers_compared_with_a_copy():
    labels = np.array([0, 1, 2, 3, 0, 2, 1, 3, 0])
    before = labels.copy()
    for old, new in ((0, 2), (2, 1), (1, 0)):
        labels[before == old] = new
    return labels.sum()


def healthy_light_that_goes_on_and_off():
    """Each pass is about one value, and the next pass is meant to see what this one has left."""
    light = np.array([0, 0, 1, 1])
    for step in range(6):
        light[light == step % 2] = (step + 1) % 2
    return light.sum()
