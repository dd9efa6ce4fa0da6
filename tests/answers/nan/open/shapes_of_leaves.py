"""How many shapes there are among the leaves of each tree, by principal components.

Symptom: the number of shapes is nan for two trees
Culprit: of these trees only prints of one leaf are kept, eight times the same: no variance to share
Report: none
"""

import warnings

import numpy as np
from sklearn.decomposition import PCA

warnings.simplefilter("ignore")
TREES = ["oak", "lime", "ash", "birch", "plane"]


def outlines(rng):
    for tree in TREES:
        leaves = np.round(rng.normal(0, 20.0, (8, 8)) @ rng.normal(0, 1.0, (8, 8)))  # in pixels
        if tree in ("ash", "plane"):
            leaves = np.repeat(leaves[:1], 8, axis=0)
        yield tree, leaves


def effective_number(leaves):
    model = PCA(n_components=4).fit(leaves)  # culprit, too
    shares = model.explained_variance_ratio_  # culprit
    return 1.0 / np.sum(shares**2)


def main():
    rng = np.random.default_rng(35)
    numbers = {}
    for tree, leaves in outlines(rng):
        numbers[tree] = effective_number(leaves)
        print(f"{tree:>6}: {numbers[tree]:.2f}")
    print("mean:", np.mean(list(numbers.values())))


main()
