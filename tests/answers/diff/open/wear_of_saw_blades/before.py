"""Judge by folds how well the wear of saw blades is predicted.

Culprit: see after.py
"""

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.preprocessing import PolynomialFeatures


def blades(count, seed):
    rng = np.random.default_rng(seed)
    hours = np.sort(rng.uniform(1, 60, count))
    speed = rng.uniform(20, 45, count)
    hard = rng.integers(0, 2, count)
    wear = 0.02 * hours**1.3 + 0.01 * speed * hard + rng.normal(0, 0.1, count)
    return np.column_stack([hours, speed, hard]), wear


x, wear = blades(120, seed=55)
folds = KFold(n_splits=6, shuffle=True, random_state=0)
terms = PolynomialFeatures(2, include_bias=False).fit_transform(x)
line = cross_val_predict(LinearRegression(), terms, wear, cv=folds)
trees = cross_val_predict(ExtraTreesRegressor(30, random_state=1), x, wear, cv=folds)
for name, guess in [("line", line), ("trees", trees)]:
    error = np.sqrt(((guess - wear) ** 2).mean())
    print(f"{name:6s} {error:.6f}, worst {np.abs(guess - wear).max():.6f}")
both = 0.5 * (line + trees)
print(f"both   {np.sqrt(((both - wear) ** 2).mean()):.6f}")
print(f"mean wear {wear.mean():.5f}")
