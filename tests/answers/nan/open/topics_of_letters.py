"""How far the topics that a model finds in letters are from those that readers gave.

Symptom: the divergence is nan
Culprit: the softmax of distant scores is exactly 0, its logarithm -inf, and 0 * -inf is nan
Report: RasmussenLab/vamb#12
"""

import numpy as np

TOPICS = ["family", "money", "weather", "war"]


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def scores_of(letters, weights):
    return (letters @ weights).astype(np.float32)


def cross_entropy(readers, model):
    return -(readers * np.log(model)).sum(axis=1)  # culprit


def divergence(readers, model):
    certain = np.where(readers > 0, readers, 1.0)
    entropy = -(readers * np.log(certain)).sum(axis=1)
    return cross_entropy(readers, model) - entropy


def main():
    rng = np.random.default_rng(16)
    letters = rng.poisson(3.0, (50, 30)).astype(float)
    weights = rng.normal(0, 6.0, (30, len(TOPICS)))
    model = softmax(scores_of(letters, weights))
    votes = rng.multinomial(5, [0.4, 0.3, 0.2, 0.1], 50)
    readers = votes / votes.sum(axis=1, keepdims=True)
    print("mean divergence:", divergence(readers, model).mean())


main()
