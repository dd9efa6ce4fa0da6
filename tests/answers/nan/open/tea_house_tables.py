"""Takings of a tea house against the weather, with a ridge regression on scaled features.

Symptom: most residuals of the test days are nan, and so are bias and spread.
Culprit: the scaled features are put into a new frame numbered from 0, while the response keeps the labels of the
shuffled rows.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def days(seed=9):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "rain_mm": rng.gamma(1.2, 3.0, 120),
            "degrees": rng.normal(14, 6, 120),
            "weekend": (np.arange(120) % 7 > 4).astype(int),
        }
    )
    table["takings"] = 420 + 6 * table["rain_mm"] - 4 * table["degrees"] + 180 * table["weekend"]
    table["takings"] += rng.normal(0, 25, 120)
    return table


def scaled(train, test, columns):
    scaler = StandardScaler().fit(train[columns])
    train_x = pd.DataFrame(scaler.transform(train[columns]), columns=columns)
    test_x = pd.DataFrame(scaler.transform(test[columns]), columns=columns)  # culprit
    return train_x, test_x


def residuals(table):
    columns = ["rain_mm", "degrees", "weekend"]
    train, test = train_test_split(table, test_size=0.3, random_state=2)
    train_x, test_x = scaled(train, test, columns)
    model = Ridge().fit(train_x, train["takings"].to_numpy())
    test_x["expected"] = model.predict(test_x)
    return test["takings"] - test_x["expected"]


def main():
    rest = residuals(days())
    print("rows:", len(rest))
    print("bias:", np.mean(rest.to_numpy()))
    print("spread:", np.std(rest.to_numpy()))


if __name__ == "__main__":
    main()
