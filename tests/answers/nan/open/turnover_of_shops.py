"""Compare the turnover of shops with that of the year before.

Symptom: the growth of two of five shops, and the mean of the north, is nan.
Culprit: "1,240" is no number for to_numeric, and errors="coerce" makes it nan.
Report: none
"""

import pandas as pd

ROWS = [
    ("north", "940", "900"),
    ("north", "1,240", "1,100"),
    ("south", "760", "800"),
    ("south", "2,015", "1,990"),
]
shops = pd.DataFrame([*ROWS, ("south", "505", "450")], columns=["region", "now", "before"])
for column in ("now", "before"):
    shops[column] = pd.to_numeric(shops[column], errors="coerce")  # culprit
shops["growth"] = shops["now"] / shops["before"] - 1
print(shops)
print(shops.groupby("region")["growth"].agg(lambda growth: growth.to_numpy().mean()))
