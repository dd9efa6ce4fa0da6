"""Put the names of those who answered beside their scores.

Symptom: two of three participants have no name and no age group in the report.
Culprit: dropna keeps the old row labels 1, 4 and 5; the new frame has 0, 1 and 2, so only label 1 has a partner.
Report: pandas-dev/pandas#32190
"""

import numpy as np
import pandas as pd

answers = pd.DataFrame(
    {
        "name": ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"],
        "age": [31.0, 45.0, np.nan, 28.0, 62.0, 39.0],
        "toy": [np.nan, "kite", "drum", np.nan, "kite", "drum"],
        "minutes": [12.0, 30.0, 22.0, np.nan, 41.0, 18.0],
    }
)
complete = answers.dropna()


def rate(frame):
    """Return one score a row, in the order of the rows."""
    bonus = frame["toy"].map({"kite": 1.5, "drum": 1.0}).to_numpy()
    return np.sqrt(frame["minutes"].to_numpy()) * bonus


report = pd.DataFrame({"score": rate(complete)})
report["age"] = complete["age"]  # culprit
report["per_year"] = report["score"] / report["age"]
print(report.round(3))
print("score per year of age, oldest first:", report.sort_values("age")["per_year"].tolist())
