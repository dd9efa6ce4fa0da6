"""Estimate the bill of a table from the restaurant and the guests.

Symptom: It is much better in the test than with new bills.
Culprit: The mean bill of each restaurant is of all rows, those of the test among them.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(22)
bills = pd.DataFrame({"restaurant": rng.integers(0, 120, 300), "guests": rng.integers(1, 7, 300)})
bills["bill"] = 14.0 * bills["guests"] + rng.normal(0, 25, 300)
bills["usual"] = bills.groupby("restaurant")["bill"].transform("mean")  # culprit
x, y = bills[["guests", "usual"]], bills["bill"]
train, test, y_train, y_test = train_test_split(x, y, test_size=0.3, random_state=1)
model = Ridge().fit(train, y_train)
print("R2:", model.score(test, y_test))
