"""Cross-validates a model for the score of wines."""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler


def make_wines(count=200, seed=8):
    """Bottles in the order of the cellar book, by vintage."""
    rng = np.random.default_rng(seed)
    age = np.sort(rng.uniform(0, 20, count))
    sugar = rng.normal(6, 1.5, count)
    score = 80 + 8 * np.sin(age / 4) + 0.4 * sugar + rng.normal(0, 1.0, count)
    return np.column_stack([age, sugar]), score


def main():
    features, score = make_wines()
    folds = KFold(n_splits=5, shuffle=True, random_state=0)
    results = []
    for train, test in folds.split(features):
        model = make_pipeline(StandardScaler(), PolynomialFeatures(4), LinearRegression())
        model.fit(features[train], score[train])
        results.append(model.score(features[test], score[test]))
    print("wines:", len(score))
    print("R2 by fold:", " ".join("%.3f" % r for r in results))
    print("mean R2: %.3f" % np.mean(results))


if __name__ == "__main__":
    main()
