"""Soft assignment of articles to topics from word-count scores.

Symptom: The program prints NaN or inf.
Culprit: Hand-written softmax overflows, inf/inf.
Report: none
"""

import numpy as np

rng = np.random.default_rng(19)

N_ARTICLES, N_WORDS, N_TOPICS = 40, 300, 6
lengths = rng.integers(80, 2500, N_ARTICLES)
topic_words = rng.gamma(0.5, 1.0, size=(N_TOPICS, N_WORDS))
topic_words /= topic_words.sum(axis=1, keepdims=True)
topics = rng.integers(N_TOPICS, size=N_ARTICLES)
counts = np.stack([rng.multinomial(m, topic_words[t]) for m, t in zip(lengths, topics)])

weights = np.log(topic_words * N_WORDS + 0.05)


def assign(counts):
    scores = counts @ weights.T
    e = np.exp(scores)  # culprit
    return e / e.sum(axis=1, keepdims=True)


probabilities = assign(counts)
best = (counts @ weights.T).argmax(axis=1)
print("articles:", N_ARTICLES, " longest:", int(lengths.max()))
print("agreement with the true topic:", float((best == topics).mean()))

confidence = probabilities.max(axis=1)
print("mean confidence:", confidence.mean())
