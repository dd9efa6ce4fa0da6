"""Prices of houses, with gaps filled.

Symptom: A little too small.
Culprit: The means that fill the gaps are of the houses to test with, too.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(7)
houses = pd.DataFrame({"area": rng.normal(100, 20, 80), "age": rng.normal(30, 9, 80)})
price = 3 * houses["area"] - houses["age"] + rng.normal(size=80)
houses.iloc[::7, 0] = np.nan
filled = pd.DataFrame(SimpleImputer().fit_transform(houses), columns=houses.columns)  # culprit
train, test, ptrain, ptest = train_test_split(filled, price, test_size=0.25, random_state=1)
forest = RandomForestRegressor(10, random_state=0).fit(train, ptrain)
print(mean_absolute_error(ptest, forest.predict(test)))
