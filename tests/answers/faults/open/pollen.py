"""Sneezes by pollen: the days are drawn in a random order.

Symptom: The score is near 0 or below.
Culprit: The days are shuffled, the sneezes are not.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(5)
days = pd.DataFrame({"birch": rng.gamma(2, 30, 90), "grass": rng.gamma(2, 20, 90)})
sneezes = (0.3 * days["birch"] + 0.1 * days["grass"] + rng.normal(0, 2, 90)).to_numpy()
days = days.sample(frac=1, random_state=3).reset_index(drop=True)  # culprit
a, b, ya, yb = train_test_split(days, sneezes, random_state=0)
print(GradientBoostingRegressor(random_state=0).fit(a, ya).score(b, yb))
