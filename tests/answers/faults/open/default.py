"""Adds up two lists, each by itself.

Symptom: The second sum holds the first.
Culprit: The default is one array for all calls.
Report: none
"""

import numpy as np


def add(x, acc=np.zeros(3)):  # culprit
    acc += x
    return acc


a = add(np.ones(3))
b = add(np.ones(3))
print(a, b)
