"""Books on four shelves.

Symptom: Each shelf holds all books.
Culprit: The list holds one array four times.
Report: none
"""

import numpy as np

shelves = [np.zeros(5)] * 4  # culprit
for book, shelf in enumerate([0, 2, 1, 3, 3, 0, 2]):
    shelves[shelf][book % 5] += 1
print([shelf.sum() for shelf in shelves])
