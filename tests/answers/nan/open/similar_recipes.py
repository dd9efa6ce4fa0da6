"""Find the recipes whose ingredients are most like a given one.

Symptom: the best match for every recipe is number 3, with similarity nan.
Culprit: recipe 3 lists no ingredient, so its row is divided by a norm of 0 (1.0 / 0 = inf, 0 * inf = nan).
Report: facebookresearch/pysparnn#17
"""

import numpy as np
from scipy import sparse


class RecipeIndex:
    """Recipes as rows, ingredients as columns, grams as values."""

    def __init__(self, grams):
        norms = np.sqrt(np.asarray(grams.multiply(grams).sum(axis=1)).ravel())
        self.scale = 1.0 / norms  # culprit
        self.grams = grams

    def similarity(self, row):
        product = (self.grams @ self.grams[[row]].T).toarray().ravel()
        return product * self.scale * self.scale[row]

    def best(self, row):
        similar = self.similarity(row)
        similar[row] = -1
        match = int(np.argmax(similar))
        return match, similar[match]


def make_recipes(count=12, ingredients=40, seed=14):
    rng = np.random.default_rng(seed)
    table = rng.gamma(1.5, 60, (count, ingredients)) * (rng.random((count, ingredients)) < 0.25)
    table[3] = 0
    return sparse.csr_array(table)


index = RecipeIndex(make_recipes())
for row in (0, 1, 5, 8):
    match, value = index.best(row)
    print(f"recipe {row}: most like recipe {match}, similarity {value:.3f}")
