"""Hires of bicycles an hour, from the weather and the station.

Each station has a level of its own, the mean of its hires in the data learnt from; a ridge regression explains what
the weather adds. Prints the error for the data held back.

Symptom: the error is NaN.
Culprit: the rows are sorted by station and split without being shuffled, so the last stations are not in the data
learnt from and have no level.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(17)
STATIONS = ["Harbour", "Market", "Museum", "Park", "School", "Station", "Theatre", "Tower"]


def hires():
    parts = []
    for number, station in enumerate(STATIONS):
        warmth = rng.normal(15, 6, 40)
        count = 20 + 5 * number + 1.3 * warmth + rng.normal(0, 4, 40)
        parts.append(pd.DataFrame({"station": station, "warmth": warmth, "hires": count}))
    return pd.concat(parts, ignore_index=True)


def parts(table):
    return train_test_split(table, test_size=0.25, shuffle=False)  # culprit


def fit(learn):
    level = learn.groupby("station")["hires"].mean()
    rest = learn["hires"] - learn["station"].map(level)
    weather = Ridge(alpha=1.0).fit(learn[["warmth"]], rest)
    return level, weather


def predict(model, table):
    level, weather = model
    return table["station"].map(level).to_numpy() + weather.predict(table[["warmth"]])


learn, test = parts(hires())
error = predict(fit(learn), test) - test["hires"].to_numpy()
print(f"mean error {error.mean():.2f}")
print(f"root of the mean square {np.sqrt(np.mean(error**2)):.2f}")
