"""Cross-validates a model for the score of wines.

Symptom: the mean R2 falls from 0.969 to -0.262 with the same model and data.
Culprit: cv=5 cuts the book, which is sorted by age, into 5 blocks without shuffling, so each block is extrapolated.
Report: ageron/handson-ml3#105
"""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler


def make_wines(count=200, seed=8):
    """Bottles in the order of the cellar book, by vintage."""
    rng = np.random.default_rng(seed)
    age = np.sort(rng.uniform(0, 20, count))
    sugar = rng.normal(6, 1.5, count)
    score = 80 + 8 * np.sin(age / 4) + 0.4 * sugar + rng.normal(0, 1.0, count)
    return np.column_stack([age, sugar]), score


def build_model(degree=4):
    return make_pipeline(
        StandardScaler(),
        PolynomialFeatures(degree),
        LinearRegression(),
    )


def evaluate(model, features, score, folds=5):
    return cross_val_score(model, features, score, cv=folds, scoring="r2")  # culprit


def main():
    features, score = make_wines()
    results = evaluate(build_model(), features, score)
    print(f"wines: {score.size}")
    print("R2 by fold: " + " ".join(f"{value:.3f}" for value in results))
    print(f"mean R2: {results.mean():.3f}")


if __name__ == "__main__":
    main()
