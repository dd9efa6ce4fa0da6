"""Cross-validate a model of product quality on records that are sorted by machine setting."""

import numpy as np
from sklearn.model_selection import KFold, cross_val_score
from sklearn.tree import DecisionTreeRegressor


def records(count=200):
    rng = np.random.default_rng(25)
    setting = np.sort(rng.uniform(0, 10, count))
    heat = rng.normal(180, 6, count)
    quality = 4 * setting - 0.05 * (heat - 180) + rng.normal(0, 0.6, count)
    return np.column_stack([setting, heat]), quality


def folds():
    return KFold(5, shuffle=True, random_state=0)


def main():
    x, y = records()
    tree = DecisionTreeRegressor(max_depth=6, random_state=0)
    scores = cross_val_score(tree, x, y, cv=folds(), scoring="r2")
    print("scores:", np.round(scores, 4))
    print(f"mean {scores.mean():.4f}, worst {scores.min():.4f}")


main()
