"""Fill gaps in a table of houses, add the district again and predict the price.

Symptom: LinearRegression refuses the table because it contains nan, right after the imputer has filled it.
Culprit: the imputed frame gets row labels 0 to 159 while the split kept shuffled ones; the join aligns labels.
Report: ageron/handson-ml#426
"""

import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import train_test_split

NUMERIC = ["rooms", "year"]


def houses(count=200, seed=27):
    rng = np.random.default_rng(seed)
    rooms = rng.integers(2, 9, count).astype(float)
    frame = pd.DataFrame({"rooms": rooms, "year": rng.uniform(1900, 2020, count)})
    frame["coast"] = rng.random(count) < 0.3
    frame["price"] = 40 * frame["rooms"] + 0.5 * (frame["year"] - 1900) + 90 * frame["coast"]
    frame.loc[rng.random(count) < 0.1, "rooms"] = np.nan
    return frame


def prepare(frame):
    filled = SimpleImputer(strategy="median").fit_transform(frame[NUMERIC])
    table = pd.DataFrame(filled, columns=NUMERIC)  # culprit
    table["coast"] = frame["coast"].astype(float)  # culprit, too
    return table


train, test = train_test_split(houses(), test_size=0.2, random_state=0)
features = prepare(train)
print("missing after imputation:", features.isna().sum().to_dict())
try:
    model = LinearRegression().fit(features, train["price"])
    print("R2:", model.score(prepare(test), test["price"]))
except ValueError as error:
    print("failed:", str(error).splitlines()[0])
