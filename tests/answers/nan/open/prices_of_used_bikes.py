"""Predict the price of used bikes and list the ones that are offered far below what they are worth.

Symptom: the difference is NaN for 32 of 40 bikes, wrong for the rest, and the mean error is nan.
Culprit: the predictions get a new index from 0 on, the prices keep the labels of the shuffled rows.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

BRANDS = {"Falter": 310, "Kettler": 420, "Diamant": 560}


def offers(number=160, seed=31):
    rng = np.random.default_rng(seed)
    bikes = pd.DataFrame(
        {
            "brand": rng.choice(list(BRANDS), number),
            "age": rng.integers(1, 15, number),
            "gears": rng.choice([3, 7, 8, 21], number),
        }
    )
    worth = bikes["brand"].map(BRANDS) * 0.93 ** bikes["age"] + 4 * bikes["gears"]
    bikes["price"] = (worth * rng.normal(1, 0.08, number)).round()
    return bikes


class Appraiser:
    def __init__(self):
        columns = make_column_transformer((OneHotEncoder(), ["brand"]), (StandardScaler(), ["age", "gears"]))
        self.model = make_pipeline(columns, Ridge(alpha=0.5))

    def fit(self, bikes):
        self.model.fit(bikes.drop(columns="price"), bikes["price"])
        return self

    def worth(self, bikes):
        return pd.Series(self.model.predict(bikes.drop(columns="price")), name="worth")  # culprit


def judge(bikes, appraiser):
    judged = bikes.copy()
    judged["saved"] = appraiser.worth(bikes) - bikes["price"]
    return judged


known, new = train_test_split(offers(), test_size=0.25, random_state=5)
judged = judge(new, Appraiser().fit(known))
print(f"{len(judged)} bikes, difference unknown for {judged['saved'].isna().sum()}")
print(judged.nlargest(4, "saved").to_string())
error = np.abs(judged["saved"].to_numpy()).mean()
print(f"mean error {error:.2f} euros")
