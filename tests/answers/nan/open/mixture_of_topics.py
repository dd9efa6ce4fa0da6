"""Compare the topics of papers by how much their word counts diverge.

Symptom: the divergence of most pairs is nan, and the nearest pair is wrong.
Culprit: a word that a paper never uses has share 0, and 0 * log(0) is nan.
Report: none
"""

import numpy as np

WORDS = ["cell", "star", "gene", "dust", "field"]
COUNTS = np.array([[9, 0, 12, 0, 3], [7, 1, 9, 1, 4], [0, 14, 0, 9, 5], [1, 11, 1, 12, 6]])


def shares(counts):
    return counts / counts.sum(axis=1, keepdims=True)


def divergence(p, q):
    middle = (p + q) / 2
    return 0.5 * np.sum(p * np.log(p / middle)) + 0.5 * np.sum(q * np.log(q / middle))  # culprit


def nearest(table):
    best = None
    for i in range(len(table)):
        for j in range(i):
            value = divergence(table[i], table[j])
            print(f"papers {j} and {i}: {value:.4f}")
            if best is None or value < best[0]:
                best = value, (j, i)
    return best


with np.errstate(all="ignore"):
    value, pair = nearest(shares(COUNTS))
print("nearest:", pair, value)
