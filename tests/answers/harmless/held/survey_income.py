"""Survey with refused answers: they stay missing, and a district needs at least five answers.

Symptom: none
Culprit: none
Tempts: a question could accuse this: refused answers, min_count leaves a NaN on purpose.
Report: pandas-dev/pandas#44188
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(7)

people = pd.DataFrame(
    {
        "district": rng.choice(list("ABCDEFG"), 160, p=[0.3, 0.2, 0.15, 0.15, 0.1, 0.08, 0.02]),
        "income": rng.lognormal(7.9, 0.4, 160).round(0),
    }
)
people.loc[rng.random(160) < 0.25, "income"] = np.nan
print("refused:", int(people["income"].isna().sum()))

answers = people.groupby("district")["income"].count()
total = people.groupby("district")["income"].sum(min_count=5)
mean = total / answers
assert mean.isna().sum() == (answers < 5).sum()
print("answers by district:", answers.to_dict())
print(mean.round(0))

reported = mean.dropna()
print("districts without enough answers:", sorted(set(mean.index) - set(reported.index)))
print("median of the district means:", reported.median())
