"""Guess the language of a sentence by the Kullback-Leibler divergence of its letters from two samples of text.

Symptom: the divergence is inf for both languages, so that every sentence is called the first one.
Culprit: a letter that the sample lacks has the chance 0 there, and one such letter makes the divergence inf.
Report: none
"""

import string
from collections import Counter

import numpy as np
from scipy import stats

SAMPLES = {
    "Finnish": "kaikki ihmiset syntyvat vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan heille on annettu "
    "jarki ja omatunto ja heidan on toimittava toisiaan kohtaan veljeyden hengessa",
    "English": "all human beings are born free and equal in dignity and rights they are endowed with reason and "
    "conscience and should act towards one another in a spirit of brotherhood",
}

SENTENCES = [
    "the quick brown fox jumps over the lazy dog",
    "we zoom in on a bicycle at the quay",
    "pizza ja olut maksavat kympin",
]


def shares(text):
    """Return the share of each letter from a to z, shape (26,)."""
    counts = Counter(letter for letter in text if letter in string.ascii_lowercase)
    table = np.array([counts[letter] for letter in string.ascii_lowercase], dtype=float)
    return table / table.sum()  # culprit


class Guesser:
    def __init__(self, samples):
        self.shares = {language: shares(text) for language, text in samples.items()}

    def divergence(self, seen, language):
        return float(stats.entropy(seen, self.shares[language]))  # culprit, too

    def guess(self, sentence):
        seen = shares(sentence)
        away = {language: self.divergence(seen, language) for language in self.shares}
        return min(away, key=away.get), away


guesser = Guesser(SAMPLES)
for sentence in SENTENCES:
    language, away = guesser.guess(sentence)
    print(f"{language}: {sentence}")
    print("   " + ", ".join(f"{name} {value:.3f}" for name, value in away.items()))
