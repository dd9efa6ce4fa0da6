"""Rank runners by the best of their times, and give points by rank."""

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


def points(times):
    best = times.groupby("runner")["seconds"].min()
    rank = best.rank(method="min")
    return (5 - rank).clip(lower=0)


table = pd.DataFrame(TIMES, columns=["runner", "seconds"])
result = points(table)
print(result.sort_index())
print("total:", result.sum())
