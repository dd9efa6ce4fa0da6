"""Landings of a fishing harbour by month.

Sums the boxes of the landing notes by month and prints the best month and its share
of the year.

Culprit: see after.py.
"""

import pandas as pd

NOTES = [
    ("03/01/2025", "cod", 120),
    ("11/01/2025", "cod", 95),
    ("25/01/2025", "hake", 40),
    ("04/02/2025", "cod", 88),
    ("19/02/2025", "hake", 61),
    ("07/03/2025", "cod", 150),
    ("12/03/2025", "hake", 77),
    ("30/03/2025", "cod", 132),
    ("02/04/2025", "cod", 45),
    ("09/05/2025", "hake", 52),
    ("21/06/2025", "cod", 38),
    ("08/09/2025", "hake", 83),
    ("05/11/2025", "cod", 101),
    ("17/12/2025", "cod", 140),
]

notes = pd.DataFrame(NOTES, columns=["date", "species", "boxes"])
notes["date"] = pd.to_datetime(notes["date"], dayfirst=True)
monthly = notes.groupby(notes["date"].dt.month)["boxes"].sum()
best = monthly.idxmax()
print(f"best month {best}: {monthly[best]} boxes, {monthly[best] / monthly.sum():.1%}")
for species, part in notes.groupby("species"):
    winter = part["date"].dt.month.isin([12, 1, 2])
    print(f"{species:5s} winter {part.loc[winter, 'boxes'].sum()} of {part['boxes'].sum()}")
