"""Loops over arrays that change, or mean to change, what they go through."""

import numpy as np


def faulty_rise():
    wages = np.array([2500.0, 3100.0, 2800.0])
    for wage in wages:
        wage = wage * 1.05  # fault
    return wages.sum()


def healthy_rises():
    wages, total = np.array([2500.0, 3100.0, 2800.0]), 0.0
    for number, pay in enumerate(wages):
        wages[number] = pay * 1.05
    for paid in wages:
        paid = paid * 12
        total += paid
    for last in wages:
        last = last + 1
    return total + last
