"""Find the mean fee of overdue loans in each quarter of the town, from loans and a list of branches.

Symptom: the mean fee of every quarter is nan.
Culprit: one branch is missing, so the column is float: as text it is "3.0", and the list of branches says "3".
Report: agrc/palletjack#22 (keys become floats because one of them is missing)
"""

import numpy as np
import pandas as pd

BRANCHES = pd.DataFrame(
    {
        "branch": ["1", "2", "3", "4"],
        "quarter": ["old town", "old town", "harbour", "hill"],
        "fee_per_day": [0.2, 0.2, 0.3, 0.25],
    }
)


def overdue_loans(number, seed):
    rng = np.random.default_rng(seed)
    loans = pd.DataFrame(
        {
            "loan": np.arange(number),
            "branch": rng.integers(1, 5, number),
            "days_late": rng.poisson(9, number),
        }
    )
    return loans.assign(branch=loans["branch"].where(loans["loan"] != 17))


def fees(loans, branches):
    loans = loans.assign(branch=loans["branch"].astype(str))  # culprit
    priced = loans.merge(branches, on="branch", how="left")  # culprit, too
    priced["fee"] = priced["days_late"] * priced["fee_per_day"]
    return priced


def report(priced, branches):
    means = priced.groupby("quarter")["fee"].mean()
    return means.reindex(branches["quarter"].unique())


loans = overdue_loans(160, seed=21)
priced = fees(loans, BRANCHES)
table = report(priced, BRANCHES)
print(table.round(3))
print("mean of the town:", priced["fee"].to_numpy().mean())
