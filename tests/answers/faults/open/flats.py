"""Estimate rents of flats from what an advertisement says.

Symptom: It is right to the cent.
Culprit: The rent stands among the features, by the square metre.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(10)
flats = pd.DataFrame(
    {"area": rng.uniform(20, 140, 300), "floor": rng.integers(0, 9, 300), "age": rng.uniform(0, 90, 300)}
)
flats["rent"] = 9 * flats["area"] - 2 * flats["age"] + 15 * flats["floor"] + rng.normal(0, 60, 300)
flats["with_heating"] = flats["rent"] * 1.18 + 40

X = flats.drop(columns="rent")  # culprit
train, test, y_train, y_test = train_test_split(X, flats["rent"], random_state=0)
model = LinearRegression().fit(train, y_train)  # culprit, too
print("R2:", model.score(test, y_test))  # culprit, too
