"""Compare how many passengers of each class survived.

Symptom: the rates of both classes are nan.
Culprit: the categories are named No and Yes, but the column holds 0 and 1: nothing is left.
Report: pandas-dev/pandas#43334
"""

import pandas as pd

passengers = pd.DataFrame({"class": [1, 1, 2, 2, 2, 1], "survived": [1, 0, 1, 0, 0, 1]})
answer = pd.Series(pd.Categorical(passengers["survived"], categories=["No", "Yes"]))  # culprit
passengers["rate"] = answer.map({"No": 0.0, "Yes": 1.0}).astype(float)
rates = passengers.groupby("class")["rate"].mean()
print(rates)
print("difference:", rates.loc[1] - rates.loc[2])
