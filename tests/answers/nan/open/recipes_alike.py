"""Which recipes are alike, by their words.

Symptom: nan
Culprit: one recipe has only words that do not count, so its length is 0
Report: none
"""

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

RECIPES = [
    "flour eggs milk sugar",
    "rice beans chili",
    "to the of",
    "milk rice sugar vanilla",
    "eggs chili beans",
]


def vectors():
    return TfidfVectorizer(stop_words=["to", "the", "of"]).fit_transform(RECIPES).toarray()


def likeness(rows):
    norms = np.linalg.norm(rows, axis=1)
    return rows @ rows.T / np.outer(norms, norms)  # culprit


def main():
    alike = likeness(vectors())
    np.fill_diagonal(alike, 0)
    print("most alike:", alike.max(), "mean:", alike.mean())


main()
