"""Predict the catch of nets in lakes; a lake is encoded by its mean catch.

Culprit: see after.py
"""

import numpy as np
import pandas as pd
from sklearn.metrics import mean_absolute_error
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR


def catches(count, seed):
    rng = np.random.default_rng(seed)
    lake = rng.choice(["Aare", "Brienz", "Thun", "Sarnen", "Zug"], count)
    rich = pd.Series({"Aare": 4.0, "Brienz": 2.5, "Thun": 6.0, "Sarnen": 5.0, "Zug": 8.0})
    depth = rng.uniform(2, 40, count)
    hours = rng.uniform(4, 14, count)
    catch = rich[lake].to_numpy() * np.exp(-depth / 30) * np.sqrt(hours) + rng.gamma(1.0, 0.8, count)
    return pd.DataFrame({"lake": lake, "depth": depth, "hours": hours, "catch": catch})


table = catches(240, seed=24)
train, test = table.iloc[:180].copy(), table.iloc[180:].copy()
means = train.groupby("lake")["catch"].mean()
train["rich"] = train["lake"].map(means)
test["rich"] = test["lake"].map(means)
columns = ["depth", "hours", "rich"]
model = make_pipeline(StandardScaler(), SVR(C=5.0))
model.fit(train[columns], train["catch"])
predicted = model.predict(test[columns])
print(f"error {mean_absolute_error(test['catch'], predicted):.5f}")
print(f"largest catch expected {predicted.max():.5f}")
print(f"r2 in training {model.score(train[columns], train['catch']):.5f}")
print(f"catch on average {test['catch'].mean():.4f}")
