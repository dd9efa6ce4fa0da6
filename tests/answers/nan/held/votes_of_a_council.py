"""Compute the shares of parties in the districts of a town, and how uneven they are.

Symptom: all shares are nan, and so is the index of unevenness.
Culprit: `/` matches the labels of the sums, which are districts, with the columns, which are parties.
Report: pandas-dev/pandas#11311 (a table divided by the sums of its rows)
"""

import numpy as np
import pandas as pd

PARTIES = ["Bridge", "Garden", "Harbour", "Mill"]


def count(seed):
    rng = np.random.default_rng(seed)
    districts = [f"district {number}" for number in range(1, 7)]
    votes = rng.multinomial(2_400, [0.41, 0.27, 0.22, 0.1], size=len(districts))
    return pd.DataFrame(votes, index=districts, columns=PARTIES)


def shares(votes):
    """Return which part of the votes of a district each party has."""
    totals = votes.sum(axis=1)
    return votes / totals  # culprit


def unevenness(table, votes):
    """Return the Gallagher index of each party's shares against its share of the town."""
    town = votes.sum() / votes.to_numpy().sum()
    gap = table[PARTIES].to_numpy() - town.to_numpy()
    return np.sqrt((gap**2).sum(axis=1) / 2)


def main():
    votes = count(seed=4)
    table = shares(votes)
    print(table[PARTIES].head(6).round(3))
    index = unevenness(table, votes)
    print("unevenness:", np.round(index[: len(votes)], 4))
    print(f"mean {index.mean():.4f}")


main()
