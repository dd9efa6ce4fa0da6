"""Rank candidate peptides per receptor and score the model with recall and MRR.

Symptom: The number is wrong.
Culprit: Argsort order used as ranks (MRR 0.127 instead of 0.654).
Report: barthelemymp/TULIP-TCR#2
"""

import numpy as np


def score_table(n_receptors=80, n_peptides=50, seed=41):
    rng = np.random.default_rng(seed)
    scores = rng.normal(0, 1, (n_receptors, n_peptides))
    binder = rng.integers(0, n_peptides, n_receptors)
    scores[np.arange(n_receptors), binder] += 2.2
    return scores, binder


def rank_row(row):
    order = np.argsort(-row)
    return order + 1  # culprit


def rank_table(scores):
    return np.vstack([rank_row(row) for row in scores])


def binder_ranks(ranks, binder):
    return ranks[np.arange(len(binder)), binder]


def recall_at(ranks, k):
    return float((ranks <= k).mean())


def mean_reciprocal_rank(ranks):
    return float((1.0 / ranks).mean())


if __name__ == "__main__":
    scores, binder = score_table()
    own = scores[np.arange(len(binder)), binder]
    print(f"mean score of binders {own.mean():.2f}, of all {scores.mean():.2f}")
    ranks = binder_ranks(rank_table(scores), binder)
    print("median rank of the binder:", np.median(ranks))
    for k in (1, 5, 10):
        print(f"recall@{k}: {recall_at(ranks, k):.3f}")
    print(f"MRR: {mean_reciprocal_rank(ranks):.3f}")
