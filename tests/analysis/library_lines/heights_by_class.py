"""Spread of heights in each class, with its mean.

Report: pandas-dev/pandas#19690: the variance of one row is NaN
Says: `agg('std')`: groups with fewer than 2 values have none
"""

import pandas as pd

pupils = pd.DataFrame(
    {
        "room": ["a", "a", "b", "b", "c", "c", "d"],
        "height": [1.32, 1.41, 1.38, 1.50, 1.29, 1.33, 1.60],
        "mass": [30.5, 34.0, 31.0, 40.2, 28.8, 30.0, 45.1],
    }
)
spread = pupils.groupby("room")[["height", "mass"]].agg(["mean", "std"])  # culprit
print(spread.xs("std", axis=1, level=1).to_numpy().sum())
