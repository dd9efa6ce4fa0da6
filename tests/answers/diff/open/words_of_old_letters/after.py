"""Finds which of an archive's letters resemble each other by their words.

Symptom: every likeness differs in the second or third decimal
Culprit: TfidfTransformer smooths the document frequencies by default (one letter more), the code before it did not
Report: none
"""

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

WORDS = [
    "harvest",
    "storm",
    "rent",
    "cousin",
    "wedding",
    "cattle",
    "fever",
    "church",
    "road",
    "market",
    "ship",
    "letter",
    "winter",
    "mill",
    "debt",
]


def letters(seed, count):
    rng = np.random.default_rng(seed)
    themes = rng.dirichlet(np.full(len(WORDS), 0.25), 4)
    texts = []
    for number in range(count):
        words = rng.choice(WORDS, size=rng.integers(12, 40), p=themes[number % 4])
        texts.append(" ".join(words))
    return texts


class Archive:
    """Letters as weighted counts of known words."""

    def __init__(self, texts, vocabulary):
        self.counter = CountVectorizer(vocabulary=vocabulary)
        self.weights = TfidfTransformer()  # culprit
        self.counts = self.counter.transform(texts).astype(float)

    def rows(self):
        return self.weights.fit_transform(self.counts).toarray()

    def likeness(self):
        rows = self.rows()
        return rows @ rows.T


texts = letters(1863, 24)
likeness = Archive(texts, WORDS).likeness()
others = likeness - np.eye(len(texts))
print("letters", len(texts))
print("mean likeness", round(float(others.mean()), 6))
print("closest", round(float(others.max()), 6))
print("loneliest", round(float(others.max(axis=1).min()), 6))
