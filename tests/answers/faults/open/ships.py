"""Tonnes that a harbour handled, ships and their flags joined by index.

Symptom: 5,000 tonnes too many.
Culprit: A ship with two officers is counted twice.
Report: none
"""

import pandas as pd

ships = pd.DataFrame({"tonnes": [5000.0, 7000.0, 1000.0]}, index=["s1", "s2", "s3"])
crew = pd.DataFrame({"officer": list("pqrs")}, index=["s1", "s1", "s2", "s3"])
joined = ships.join(crew)  # culprit
print(joined["tonnes"].sum())
