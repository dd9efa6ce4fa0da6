"""Rank choirs by the marks of judges, each judge on the same scale, without the best and the worst mark.

Symptom: scores of all choirs are others
Culprit: marks are sorted and cut first and standardised then, when the rows are no judges any more
Report: none
"""

import numpy as np

CHOIRS = 14


def marks(judges, seed):
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, 1, CHOIRS)
    strict = rng.normal(70, 6, judges)
    wide = rng.uniform(3, 9, judges)
    return strict[:, None] + wide[:, None] * (skill + rng.normal(0, 0.5, (judges, CHOIRS)))


def without_extremes(values):
    return np.sort(values, axis=0)[1:-1]


def standardised(values):
    centred = values - values.mean(axis=1, keepdims=True)
    return centred / values.std(axis=1, keepdims=True)


def scored(table):
    kept = standardised(without_extremes(table))  # culprit
    return kept.mean(axis=0), kept.std(axis=0, ddof=1)


table = marks(7, seed=15)
score, unsure = scored(table)
means = table.mean(axis=1)
print("first three", np.argsort(-score)[:3])
print(f"best {score.max():.5f}, worst {score.min():.5f}")
print(f"least agreed {unsure.max():.5f}")
print(f"strictest judge {means.min():.4f}, kindest {means.max():.4f}")
