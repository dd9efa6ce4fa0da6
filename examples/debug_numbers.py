"""A classifier whose loss turns NaN, and with --fixed one whose does not: the program of the tutorial on debugging.

Three kinds of towns are told apart by two columns: people, in thousands, and hours of sunshine a day.
"""

from __future__ import annotations

import sys

import numpy as np


def softmax(scores):
    powers = np.exp(scores)
    return powers / powers.sum(axis=1, keepdims=True)


def safe_softmax(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def train(features, kinds, rate, chances_of):
    weights = np.zeros((features.shape[1], 3))
    wanted = np.eye(3)[kinds]
    for step in range(5):
        chances = chances_of(features @ weights)
        loss = -np.log(chances[np.arange(len(kinds)), kinds]).mean()
        weights -= rate * features.T @ (chances - wanted) / len(kinds)
        print(f"step {step}: loss {loss:.3f}")
    return weights


def towns():
    random = np.random.default_rng(7)
    kinds = random.integers(0, 3, size=200)
    people = 10.0 ** (1 + kinds + random.normal(0, 0.2, 200))
    sunshine = 4 + kinds + random.normal(0, 0.5, 200)
    return np.stack([people, sunshine], axis=1), kinds


def main():
    features, kinds = towns()
    if "--fixed" in sys.argv:
        features = (features - features.mean(axis=0)) / features.std(axis=0)
        train(features, kinds, 0.5, safe_softmax)
    else:
        train(features, kinds, 0.5, softmax)


main()
