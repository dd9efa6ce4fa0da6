"""Landings of a fishing harbour by month.

Sums the boxes of the landing notes by month and prints the best month and its share
of the year. Notes are parsed in one function, whatever their format.

Culprit: format="mixed" without dayfirst reads 03/01/2025 as the 1st of March, so the
9 notes up to day 12 move to other months, while 25/01/2025 still is January.
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
WINTER = {12, 1, 2}


def parse(rows):
    frame = pd.DataFrame(rows, columns=["date", "species", "boxes"])
    when = pd.to_datetime(frame["date"], format="mixed")  # culprit
    return frame.assign(month=when.dt.month).drop(columns="date")


def best_month(frame):
    monthly = frame.groupby("month")["boxes"].sum()
    month = monthly.idxmax()
    return month, monthly[month], monthly[month] / monthly.sum()


def winter_boxes(frame):
    winter = frame[frame["month"].isin(WINTER)].groupby("species")["boxes"].sum()
    return winter, frame.groupby("species")["boxes"].sum()


frame = parse(NOTES)
month, boxes, share = best_month(frame)
print(f"best month {month}: {boxes} boxes, {share:.1%}")
winter, year = winter_boxes(frame)
for species in year.index:
    print(f"{species:5s} winter {winter.get(species, 0)} of {year[species]}")
