"""Negative stock is a mistake of counting: it is set to 0.

Symptom: The stock of screws is negative still.
Culprit: The assignment goes to a copy of the rows.
Report: none
"""

import pandas as pd

stock = pd.DataFrame({"item": ["nail", "screw", "hook"], "count": [40, -3, 17]})
stock[stock["count"] < 0].loc[:, "count"] = 0  # culprit
print(stock["count"].sum())
