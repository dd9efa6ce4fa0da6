"""Add a bonus to wages of nurses who worked at night.

Symptom: wages of most nurses are nan.
Culprit: the bonus has an index of names, the table one of numbers: nothing fits.
Report: none
"""

import pandas as pd

nurses = pd.DataFrame({"name": ["Ada", "Ben", "Cleo", "Dan"], "wage": [3100.0, 2900.0, 3300.0, 2800.0]})
nights = pd.DataFrame({"name": ["Ada", "Cleo", "Ada", "Dan", "Ben"], "hours": [8, 8, 4, 6, 10]})
bonus = nights.groupby("name")["hours"].sum() * 12.5
nurses["wage"] = nurses["wage"] + bonus  # culprit
print(nurses)
print("total:", nurses["wage"].sum(skipna=False))
