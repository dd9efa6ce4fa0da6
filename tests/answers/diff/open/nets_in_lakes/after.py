"""Predict the catch of nets in lakes; a lake is encoded by its mean catch.

Symptom: the error on the test changed
Culprit: the means of lakes are taken over the whole table, the nets of the test included
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.metrics import mean_absolute_error
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

FEATURES = ["depth", "hours", "rich"]
TRAINING = 180


def catches(count, seed):
    rng = np.random.default_rng(seed)
    lake = rng.choice(["Aare", "Brienz", "Thun", "Sarnen", "Zug"], count)
    rich = pd.Series({"Aare": 4.0, "Brienz": 2.5, "Thun": 6.0, "Sarnen": 5.0, "Zug": 8.0})
    depth = rng.uniform(2, 40, count)
    hours = rng.uniform(4, 14, count)
    catch = rich[lake].to_numpy() * np.exp(-depth / 30) * np.sqrt(hours) + rng.gamma(1.0, 0.8, count)
    return pd.DataFrame({"lake": lake, "depth": depth, "hours": hours, "catch": catch})


def with_richness(table):
    """Add how rich a lake is."""
    return table.assign(rich=table.groupby("lake")["catch"].transform("mean"))  # culprit


def split(table):
    return table.iloc[:TRAINING], table.iloc[TRAINING:]


def fitted(train):
    model = make_pipeline(StandardScaler(), SVR(C=5.0))
    return model.fit(train[FEATURES], train["catch"])


train, test = split(with_richness(catches(240, seed=24)))
model = fitted(train)
predicted = model.predict(test[FEATURES])
print(f"error {mean_absolute_error(test['catch'], predicted):.5f}")
print(f"largest catch expected {predicted.max():.5f}")
print(f"r2 in training {model.score(train[FEATURES], train['catch']):.5f}")
print(f"catch on average {test['catch'].mean():.4f}")
