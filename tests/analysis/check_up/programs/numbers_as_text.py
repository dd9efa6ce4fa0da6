"""Numbers that are texts."""

import numpy as np


def faulty_best_of_all_marks():
    marks = np.array(["10", "9", "100", "25"])
    return np.sort(marks)[-1]  # fault


def faulty_houses_in_their_order():
    houses = np.array(["2", "11", "3", "20"])
    return np.argsort(houses)  # fault


def healthy_names():
    return np.sort(np.array(["berlin", "aachen", "7", "10"]))


def healthy_numbers_of_one_length():
    return np.sort(np.array(["07", "10", "03"]))


def healthy_numbers():
    return np.sort(np.array(["10", "9", "100"]).astype(float))
