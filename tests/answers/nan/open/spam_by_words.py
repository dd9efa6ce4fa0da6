"""Decide by the words of a letter whether it is spam.

Symptom: both log-probabilities of a long letter are -inf, and the odds are nan.
Culprit: the product of 400 word probabilities of about 0.01 underflows to 0, the logarithm of which is -inf.
Report: none
"""

import numpy as np


class Words:
    def __init__(self, counts):
        self.probabilities = (counts + 1) / (counts + 1).sum()

    def log_likelihood(self, letter):
        return np.log(np.prod(self.probabilities[letter]))  # culprit


def main():
    rng = np.random.default_rng(12)
    spam, ham = Words(rng.poisson(4.0, 100)), Words(rng.poisson(4.0, 100))
    for length in (20, 60, 400):
        letter = rng.integers(0, 100, length)
        scores = np.array([spam.log_likelihood(letter), ham.log_likelihood(letter)])
        odds = scores[0] - scores[1]
        print(f"{length} words: spam {scores[0]:.1f}, ham {scores[1]:.1f}, odds {odds:.2f}")


main()
