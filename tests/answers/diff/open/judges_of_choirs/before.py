"""Rank choirs by the marks of judges, each judge on the same scale, without the best and the worst mark.

Culprit: see after.py
"""

import numpy as np

CHOIRS = 14


def marks(judges, seed):
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, 1, CHOIRS)
    strict = rng.normal(70, 6, judges)
    wide = rng.uniform(3, 9, judges)
    return strict[:, None] + wide[:, None] * (skill + rng.normal(0, 0.5, (judges, CHOIRS)))


table = marks(7, seed=15)
means = table.mean(axis=1, keepdims=True)
stds = table.std(axis=1, keepdims=True)
standard = (table - means) / stds
ordered = np.sort(standard, axis=0)
kept = ordered[1:-1]
score = kept.mean(axis=0)
ranking = np.argsort(-score)
unsure = kept.std(axis=0, ddof=1)
print("first three", ranking[:3])
print(f"best {score.max():.5f}, worst {score.min():.5f}")
print(f"least agreed {unsure.max():.5f}")
print(f"strictest judge {means.min():.4f}, kindest {means.max():.4f}")
