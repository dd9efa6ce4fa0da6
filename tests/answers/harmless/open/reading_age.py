"""Checks how well a regression predicts children's reading scores from their ages.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR


def load_children(count, seed):
    """Ages in years, listed from the youngest on, and reading scores."""
    rng = np.random.default_rng(seed)
    ages = np.sort(rng.uniform(6, 14, count))
    scores = 100 + 25 * np.sin((ages - 6) * 0.75) + 2.0 * ages + rng.normal(0, 4.5, count)
    return ages[:, None], scores


def build_model():
    return make_pipeline(StandardScaler(), SVR(C=100, gamma=1.0, epsilon=1.0))


def fold_scores(model, ages, scores):
    """R2 of each of five folds."""
    folds = KFold(n_splits=5, shuffle=True, random_state=0)
    return cross_val_score(model, ages, scores, cv=folds)


def predict_at(model, ages, scores, new_ages):
    """Predicted scores at some ages, from all children."""
    model.fit(ages, scores)
    return model.predict(np.array(new_ages, dtype=float)[:, None])


def main():
    ages, scores = load_children(130, seed=43)
    model = build_model()
    folds = fold_scores(model, ages, scores)
    print(f"{len(scores)} children from {ages.min():.1f} to {ages.max():.1f} years")
    print("R2 of the folds:", np.round(folds, 2).tolist())
    print(f"mean R2: {folds.mean():.3f}")
    new_ages = [7, 9, 11, 13]
    for age, score in zip(new_ages, predict_at(model, ages, scores, new_ages)):
        print(f"predicted at {age}: {score:.1f}")


if __name__ == "__main__":
    main()
