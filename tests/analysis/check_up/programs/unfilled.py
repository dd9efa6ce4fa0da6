"""Memory of `np.empty`, and who writes it."""

import numpy as np


def faulty_slopes_without_ends():
    x = np.linspace(0.0, 1.0, 10) ** 2
    slopes = np.empty(10)  # fault
    for i in range(1, 9):
        slopes[i] = (x[i + 1] - x[i - 1]) / 2
    return slopes.mean()


def faulty_borders_of_a_picture():
    picture = np.arange(30.0).reshape(5, 6)
    smooth = np.empty_like(picture)  # fault
    smooth[1:-1, 1:-1] = (picture[:-2, 1:-1] + picture[2:, 1:-1]) / 2
    return smooth / 2.0


def faulty_one_of_three_cases():
    x = np.linspace(-1, 1, 9)
    y = np.empty(9)  # fault
    y[x < 0] = -1.0
    y[x > 0] = 1.0
    return y.sum()


def healthy_slopes_with_ends():
    x = np.linspace(0.0, 1.0, 10) ** 2
    slopes = np.empty(10)
    for i in range(1, 9):
        slopes[i] = (x[i + 1] - x[i - 1]) / 2
    slopes[0], slopes[-1] = x[1] - x[0], x[-1] - x[-2]
    return slopes.mean()


def healthy_both_cases():
    x = np.linspace(-1, 1, 9)
    y = np.empty(9)
    y[x < 0] = -1.0
    y[~(x < 0)] = 1.0
    return y.sum()


def healthy_part_that_is_used():
    found = np.empty(10)
    count = 0
    for x in (3.0, -1.0, 4.0):
        if x > 0:
            found[count] = x
            count += 1
    return found[:count].sum()


def healthy_rows_by_out():
    table = np.empty((3, 4))
    for row in range(3):
        np.multiply(np.arange(4.0), row, out=table[row])
    return table.sum()


def healthy_filled():
    table = np.empty(5)
    table[0] = 1.0
    table.fill(2.0)
    return table.sum()
