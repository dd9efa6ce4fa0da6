"""Transfers between bus lines, counted from ticket records.

Symptom: The last number is another one.
Culprit: += with repeated indices counts once.
Report: numpy/numpy#8866
"""

import numpy as np

LINES = 8
SHARES = [0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05]


def tickets(n=3000, seed=73):
    rng = np.random.default_rng(seed)
    first = rng.choice(LINES, n, p=SHARES)
    second = (first + rng.choice([1, 2, 3], n)) % LINES
    return first, second


def transfer_matrix(first, second):
    """Row: the line left, column: the line boarded."""
    matrix = np.zeros((LINES, LINES))
    matrix[first, second] += 1  # culprit
    return matrix


first, second = tickets()
print("tickets:", first.size)
matrix = transfer_matrix(first, second)

print("line most left:", int(matrix.sum(axis=1).argmax()))
print("line most boarded:", int(matrix.sum(axis=0).argmax()))
busiest = np.unravel_index(matrix.argmax(), matrix.shape)
print("used pairs:", int((matrix > 0).sum()))
print("busiest transfer:", int(busiest[0]), "->", int(busiest[1]))
print("transfers counted:", matrix.sum())
