"""Rank runners by the best of their times, and give points by rank.

Symptom: Ana and Dia, who share the best time, get 3.5 points each in place of 4.
Culprit: rank() without method="min" gives ties the mean of their ranks.
Report: none
"""

import pandas as pd

TIMES = [
    ("Ana", 61.2),
    ("Ben", 59.8),
    ("Ana", 58.9),
    ("Cem", 60.4),
    ("Ben", 59.1),
    ("Dia", 58.9),
    ("Cem", 62.0),
]


def best_times(times):
    return times.groupby("runner")["seconds"].min()


def ranks(best):
    return best.rank()  # culprit


def points(times):
    rank = ranks(best_times(times))
    return (5 - rank).clip(lower=0)


table = pd.DataFrame(TIMES, columns=["runner", "seconds"])
result = points(table)
print(result.sort_index())
print("total:", result.sum())
