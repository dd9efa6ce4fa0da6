"""How much the letters of one text surprise a reader of another.

Symptom: inf and nan
Culprit: letters that one text lacks: a division by 0, and 0 times the logarithm of 0
Report: none
"""

import numpy as np

TEXT = "the quick brown fox jumps over the lazy dog while the cat sleeps on the mat"
OTHER = "a small red hen ran along the river and sang to her mother"


def frequencies(text):
    counts = np.array([text.count(chr(code)) for code in range(ord("a"), ord("z") + 1)], float)
    return counts / counts.sum()


def divergence(p, q):
    return np.sum(p * np.log(p / q))  # culprit


def main():
    p, q = frequencies(TEXT), frequencies(OTHER)
    print("forward:", divergence(p, q))
    print("backward:", divergence(q, p))


main()
