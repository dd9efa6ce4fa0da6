"""Report how long books are on loan, by subject.

Symptom: the days by subject differ
Culprit: the median took the place of the mean
Report: none
"""

import numpy as np
import pandas as pd

LIMIT = 28
FINE = 0.2


def read_loans(number=120, seed=43):
    rng = np.random.default_rng(seed)
    start = pd.Timestamp("2025-03-01") + pd.to_timedelta(rng.integers(0, 60, number), unit="D")
    back = start + pd.to_timedelta(rng.integers(1, 40, number), unit="D")
    loans = pd.DataFrame({"subject": rng.choice(["art", "law", "sea"], number), "start": start, "back": back})
    return loans.assign(days=(loans["back"] - loans["start"]).dt.days)


def fines(loans):
    over = (loans["days"] - LIMIT).clip(lower=0)
    return (over > 0).sum(), over.sum() * FINE


def main():
    loans = read_loans()
    by_subject = loans.groupby("subject")["days"].agg(["size", "median"])  # culprit
    for subject, row in by_subject.iterrows():
        print(subject, int(row["size"]), round(row["median"], 5))
    late, money = fines(loans)
    print("late:", late, "fines:", money)


main()
