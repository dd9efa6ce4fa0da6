"""Print the entropy of letters in three words.

Symptom: none
Culprit: none
Tempts: `nan`: 0 * log2(0) is NaN inside of `np.where`, which takes the other branch there.
Report: none
"""

import string

import numpy as np


def shares(word):
    counts = np.array([word.count(letter) for letter in string.ascii_lowercase], float)
    return counts / counts.sum()


def entropy(p):
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * np.log2(p), 0.0)
    return -terms.sum()


for word in ("banana", "committee", "rhythm"):
    print(f"{word}: {entropy(shares(word)):.4f} bits")
