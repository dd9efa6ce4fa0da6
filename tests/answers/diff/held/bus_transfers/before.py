"""Transfers between bus lines, counted from ticket records."""

import numpy as np

rng = np.random.default_rng(73)

LINES = 8
shares = [0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05]
first = rng.choice(LINES, 3000, p=shares)
second = (first + rng.choice([1, 2, 3], 3000)) % LINES
print("tickets:", first.size)

# row: the line left, column: the line boarded
matrix = np.zeros((LINES, LINES))
for a, b in zip(first, second):
    matrix[a, b] += 1

leaving = matrix.sum(axis=1)
boarding = matrix.sum(axis=0)
print("line most left:", int(leaving.argmax()))
print("line most boarded:", int(boarding.argmax()))

busiest = np.unravel_index(matrix.argmax(), matrix.shape)
print("used pairs:", int((matrix > 0).sum()))
print("busiest transfer:", int(busiest[0]), "->", int(busiest[1]))
print("transfers counted:", matrix.sum())
