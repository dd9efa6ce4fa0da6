"""Compare the communities of snails on stones of three shores by their mean dissimilarity.

Symptom: the mean dissimilarity within the spit is nan, all others are numbers.
Culprit: some stones of the spit have no snail at all; the dissimilarity of two such stones is 0 / 0.
Report: none
"""

from itertools import combinations_with_replacement

import numpy as np
from scipy.spatial.distance import pdist, squareform

SPECIES = ["littorina", "nucella", "gibbula", "patella", "rissoa"]
SHORES = {
    "harbour": (4.0, 0.5, 1.0, 3.0, 0.2),
    "point": (1.0, 3.0, 0.3, 5.0, 0.1),
    "spit": (0.4, 0.1, 0.2, 0.3, 0.8),
}


def survey(rng, stones=10):
    shore, counts = [], []
    for name, expected in SHORES.items():
        shore += [name] * stones
        counts.append(rng.poisson(np.array(expected) * rng.gamma(2.0, 0.5, (stones, 1))))
    return np.array(shore), np.vstack(counts)


def shares(counts):
    """Return the share of each species, 0 on a stone without snails."""
    total = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, total, out=np.zeros(counts.shape), where=total > 0)


def evenness(counts):
    part = shares(counts)
    logs = np.log(part, out=np.zeros(part.shape), where=part > 0)
    return -(part * logs).sum(axis=1) / np.log(len(SPECIES))


def dissimilarity(counts):
    transformed = np.sqrt(counts)
    return squareform(pdist(transformed, metric="braycurtis"))  # culprit


def between(table, shore, one, other):
    block = table[np.ix_(shore == one, shore == other)]
    if one == other:
        return block[np.triu_indices_from(block, 1)].mean()
    return block.mean()


def main():
    shore, counts = survey(np.random.default_rng(64))
    for name in SHORES:
        on_shore = counts[shore == name]
        print(f"{name:8s} {on_shore.sum():4d} snails, evenness {evenness(on_shore).mean():.4f}")
    table = dissimilarity(counts)
    for one, other in combinations_with_replacement(SHORES, 2):
        print(f"{one:8s} {other:8s} {between(table, shore, one, other):.4f}")


if __name__ == "__main__":
    main()
