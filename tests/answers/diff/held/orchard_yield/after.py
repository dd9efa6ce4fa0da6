"""Cross-validated yield model of apple trees from tree measurements.

Symptom: The last number is another one.
Culprit: Small edit: KFold loses shuffle=True on rows sorted by age.
Report: scikit-learn/scikit-learn#12614
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import KFold, cross_val_score

COLUMNS = ["age", "girth", "water"]


def trees(n=300, seed=15):
    rng = np.random.default_rng(seed)
    age = rng.uniform(3, 25, n)
    girth = 8 + 2.1 * age + rng.normal(0, 1.5, n)
    water = rng.uniform(0.5, 1.0, n)
    kilos = 4.0 * age * water + rng.normal(0, 3, n)
    frame = pd.DataFrame({"age": age, "girth": girth, "water": water, "kilos": kilos})
    return frame.sort_values("age", ignore_index=True)


def score_model(frame):
    model = RandomForestRegressor(n_estimators=40, random_state=0)
    folds = KFold(n_splits=5)  # culprit
    return cross_val_score(model, frame[COLUMNS], frame["kilos"], cv=folds, scoring="r2")


def main():
    frame = trees()
    scores = score_model(frame)
    print(f"trees: {len(frame)}")
    print("folds:", scores.round(3))
    print(f"mean R2: {scores.mean():.3f}")


if __name__ == "__main__":
    main()
