"""Relate the milk of cows to their feed and age, though the age of some cows is not in the book.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the unknown ages, and the shift that leaves the first cow without one; both are dropped.
Report: none
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm


def herd(cows, seed):
    rng = np.random.default_rng(seed)
    feed = rng.normal(18, 2.5, cows)
    age = rng.integers(2, 11, cows).astype(float)
    milk = 6 + 0.9 * feed - 0.35 * (age - 5) ** 2 / 5 + rng.normal(0, 1.1, cows)
    age[rng.choice(cows, 9, replace=False)] = np.nan
    return pd.DataFrame({"milk": milk, "feed": feed, "age": age})


def design(frame):
    columns = frame[["feed", "age"]].assign(age_squared=frame["age"] ** 2)
    return sm.add_constant(columns)


def fit(frame):
    return sm.OLS(frame["milk"], design(frame), missing="drop").fit()


def main():
    frame = herd(90, seed=81)
    result = fit(frame)
    print(
        f"{len(frame)} cows, {frame['age'].isna().sum()} of unknown age, {int(result.nobs)} in the regression"
    )
    for name, value in result.params.items():
        print(f"{name:12s} {value:9.5f} +- {result.bse[name]:.5f}")
    print(f"r squared {result.rsquared:.5f}")
    before = frame["milk"].shift().corr(frame["milk"])
    print(f"correlation with the cow before: {before:.5f}")


main()
