"""Count shipments by port and month, and fill months without any.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the pivot, whose missing pairs are nan until fillna makes them 0.
Report: none
"""

import pandas as pd

rows = [("Kiel", 1, 20.0), ("Kiel", 3, 14.0), ("Gdynia", 1, 8.0), ("Gdynia", 2, 9.5), ("Turku", 3, 4.0)]
table = pd.DataFrame(rows, columns=["port", "month", "tons"])
pivot = table.pivot_table(index="port", columns="month", values="tons", aggfunc="sum").fillna(0.0)
print(pivot)
print(
    "by month:",
    pivot.sum().tolist(),
    "share of Kiel:",
    (pivot.loc["Kiel"].sum() / pivot.to_numpy().sum()).round(4),
)
