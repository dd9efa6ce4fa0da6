"""Takings of hotels by town, with the languages that are spoken there.

Symptom: Town P took 2,200 in place of 1,300.
Culprit: Hotels with several languages count several times.
Report: none
"""

import pandas as pd

nights = pd.DataFrame(
    {"hotel": ["H1", "H2", "H3", "H4"], "town": ["P", "P", "Q", "Q"], "takings": [900.0, 400.0, 700.0, 650.0]}
)
languages = pd.DataFrame({"hotel": ["H1", "H1", "H1", "H2", "H3", "H4", "H4"], "language": list("dfedede")})
table = nights.merge(languages, on="hotel", how="inner")  # culprit
by_town = table.groupby("town").agg({"takings": "sum"})
print(by_town)
