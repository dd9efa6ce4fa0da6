"""What a museum takes in a day, by the price for each age.

Symptom: the takings are nan
Culprit: the first class begins above 0, so that babies, who are 0, are in no class
Report: microsoft/responsible-ai-toolbox#898
"""

import numpy as np
import pandas as pd

PRICES = {"child": 0.0, "pupil": 6.0, "adult": 14.0, "senior": 9.0}


def visitors(count):
    rng = np.random.default_rng(28)
    age = rng.integers(0, 90, count)
    age[:4] = 0
    return pd.DataFrame({"age": age, "hour": rng.integers(9, 18, count), "guided": rng.random(count) < 0.2})


def with_classes(table):
    edges = [0, 6, 18, 65, 120]
    table["class"] = pd.cut(table["age"], edges, labels=list(PRICES))  # culprit
    return table


def priced(table):
    table["price"] = table["class"].astype(object).map(PRICES)
    table["paid"] = table["price"].to_numpy(dtype=float) + np.where(table["guided"], 4.0, 0.0)
    return table


def main():
    table = priced(with_classes(visitors(300)))
    by_hour = [table.loc[table["hour"] == hour, "paid"].to_numpy().sum() for hour in range(9, 18)]
    print("by hour:", np.round(by_hour, 1))
    print("takings:", np.sum(by_hour))


main()
