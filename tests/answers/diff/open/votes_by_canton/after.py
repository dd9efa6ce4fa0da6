"""Share the votes of cantons among parties and print the turnout of each.

Symptom: the turnout of some cantons is far off, the sum of votes is right.
Culprit: the groups keep the order of the table and are divided by the people in alphabetical order.
Report: none
"""

import numpy as np
import pandas as pd

PEOPLE = {"bern": 9000.0, "genf": 7000.0, "jura": 5000.0, "uri": 4000.0}


def ballots(seed=14, count=60):
    rng = np.random.default_rng(seed)
    names = rng.choice(["uri", "bern", "jura", "genf"], count)
    return pd.DataFrame({"canton": names, "votes": rng.integers(100, 900, count)})


def counted(table):
    return table.groupby("canton", sort=False)["votes"].sum()  # culprit


def turnout(votes):
    people = np.array(list(PEOPLE.values()))
    return pd.Series(votes.to_numpy() / people, index=votes.index)


def main():
    shares = turnout(counted(ballots()))
    print(shares.round(4).to_string())
    print("mean:", shares.mean())


main()
