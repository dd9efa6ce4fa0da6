"""Checks how well a regression predicts children's reading scores from their ages.

Symptom: the mean R2 of the folds prints as 0.12 (one fold as -0.69), although it is 0.89 when fifths are left out at random
Culprit: the children are sorted by age and cv=5 cuts five unshuffled blocks, so each fold predicts ages that it never saw; KFold(5, shuffle=True) is meant
Report: scikit-learn/scikit-learn#27752
"""

import numpy as np
from sklearn.model_selection import cross_val_score
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
    return cross_val_score(model, ages, scores, cv=5)  # culprit


def predict_at(model, ages, scores, new_ages):
    """Predicted scores at some ages, from all children."""
    model.fit(ages, scores)
    return model.predict(np.array(new_ages, dtype=float)[:, None])


def main():
    ages, scores = load_children(120, seed=41)
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
