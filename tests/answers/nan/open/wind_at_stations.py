"""Average the wind of every station, with a compiled loop.

Symptom: the mean of three of five stations is nan, although missing hours are left out.
Culprit: fastmath=True lets the compiler assume that there is no nan, so it drops the test.
Report: numba/numba#2919
"""

import numpy as np
from numba import njit


@njit(fastmath=True)  # culprit
def mean_of_rows(table):
    means = np.zeros(table.shape[0])
    for row in range(table.shape[0]):
        total, count = 0.0, 0
        for column in range(table.shape[1]):
            value = table[row, column]
            if not np.isnan(value):  # culprit, too
                total += value
                count += 1
        means[row] = total / count
    return means


def measured():
    rng = np.random.default_rng(8)
    wind = rng.gamma(2.0, 3.0, (5, 48))
    wind[[0, 2, 3], [5, 17, 40]] = np.nan  # the mast was down for an hour
    return wind


means = mean_of_rows(measured())
print(means.round(2))
print("windiest:", int(np.argmax(means)))
