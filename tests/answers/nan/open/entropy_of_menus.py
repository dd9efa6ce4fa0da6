"""Report the entropy of what people choose from menus.

Symptom: the entropy of the second menu is nan.
Culprit: nobody took the third dish: 0 * log(0) is 0 * -inf.
Report: none
"""

import numpy as np

choices = np.array([[12, 30, 8, 10], [25, 25, 0, 10], [5, 6, 7, 8]])


def entropy(counts):
    shares = counts / counts.sum()
    return -np.sum(shares * np.log2(shares))  # culprit


found = [entropy(row) for row in choices]
print("entropies:", np.round(found, 5))
print("mean:", np.mean(found))
