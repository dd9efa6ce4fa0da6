"""Finds which of an archive's letters resemble each other by their words."""

import math
from collections import Counter

import numpy as np

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


def counts_of(texts):
    table = np.zeros((len(texts), len(WORDS)))
    for i, text in enumerate(texts):
        seen = Counter(text.split())
        for j, word in enumerate(WORDS):
            table[i, j] = seen[word]
    return table


def weighted(table):
    """Counts times the logarithm of how rare a word is; rows have length 1."""
    n = len(table)
    result = np.zeros_like(table)
    for j in range(table.shape[1]):
        holding = int((table[:, j] > 0).sum())
        if holding:
            result[:, j] = table[:, j] * (math.log(n / holding) + 1.0)
    for i in range(n):
        result[i] /= math.sqrt((result[i] ** 2).sum())
    return result


def similar(rows):
    likeness = np.zeros((len(rows), len(rows)))
    for i in range(len(rows)):
        for j in range(len(rows)):
            likeness[i, j] = rows[i] @ rows[j]
    return likeness


texts = letters(1863, 24)
likeness = similar(weighted(counts_of(texts)))
others = likeness - np.eye(len(texts))
print("letters", len(texts))
print("mean likeness", round(float(others.mean()), 6))
print("closest", round(float(others.max()), 6))
print("loneliest", round(float(others.max(axis=1).min()), 6))
