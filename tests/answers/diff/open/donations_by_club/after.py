"""Add up donations by the club of the donor; donors without a club are a group of their own.

Symptom: every club's share is larger and the sum is smaller.
Culprit: groupby leaves out the rows whose club is missing; the old script filled them first.
Report: pandas-dev/pandas#61339
"""

import numpy as np
import pandas as pd

CLUBS = np.array(["chess", "rowing", "choir", None], dtype=object)


def donations(count, seed):
    rng = np.random.default_rng(seed)
    club = rng.choice(CLUBS, count)
    return pd.DataFrame({"club": club, "amount": rng.gamma(2.0, 15.0, count).round(2)})


def by_club(table):
    return table.groupby("club")["amount"].sum()  # culprit


def main():
    total = by_club(donations(300, seed=40))
    share = total / total.sum()
    for name, part in share.drop("none", errors="ignore").items():
        print(name, round(part, 5))
    print("sum", round(total.sum(), 2))


main()
