"""Predict tips from the size of the party's table, the day and the bill.

Symptom: the weight of the table is another, and the error on new evenings is larger by 40 per cent.
Culprit: without categories the encoder takes the sizes in alphabetical order: family, party, single.
Report: scikit-learn/scikit-learn#14563
"""

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder

TABLES = ["single", "family", "party"]
DAYS = ["Thu", "Fri", "Sat"]


def evenings(number, seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "table": rng.choice(TABLES, number, p=[0.5, 0.3, 0.2]),
            "day": rng.choice(DAYS, number),
            "bill": rng.gamma(5, 9, number).round(2),
        }
    )
    size = frame["table"].map({"single": 0, "family": 1, "party": 2})
    frame["tip"] = (
        0.08 * frame["bill"] + 1.5 * size + 0.7 * (frame["day"] == "Sat") + rng.normal(0, 0.8, number)
    )
    return frame


def pipeline():
    columns = ColumnTransformer(
        [
            ("table", OrdinalEncoder(), ["table"]),  # culprit
            ("day", OneHotEncoder(drop="first"), ["day"]),
        ],
        remainder="passthrough",
    )
    return Pipeline([("columns", columns), ("regression", LinearRegression())])


def main():
    frame = evenings(200, seed=34)
    known, new = frame[:150], frame[150:]
    model = pipeline().fit(known.drop(columns="tip"), known["tip"])
    names = model[:-1].get_feature_names_out()
    for name, weight in zip(names, model[-1].coef_, strict=True):
        print(f"{name:18s} {weight:9.5f}")
    tips = model.predict(new.drop(columns="tip"))
    print(f"error {np.abs(tips - new['tip']).mean():.5f} euros, first {tips[0]:.5f}")


if __name__ == "__main__":
    main()
