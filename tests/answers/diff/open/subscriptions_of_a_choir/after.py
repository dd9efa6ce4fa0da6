"""What members of a choir paid in each half of a year.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

FEE = 48.0


def payments(seed, rows=150):
    rng = np.random.default_rng(seed)
    member = rng.integers(0, 25, rows)
    days = rng.integers(0, 730, rows)
    amount = rng.choice([12.0, 24.0, 36.0], rows)
    date = pd.Timestamp("2024-01-01") + pd.to_timedelta(days, unit="D")
    return pd.DataFrame({"member": member, "date": date, "amount": amount})


def half_of(date):
    return date.dt.year.astype(str) + date.dt.month.gt(6).map({False: "a", True: "b"})


def by_half(paid):
    sums = paid.assign(half=half_of(paid["date"])).groupby(["member", "half"])["amount"].sum()
    return sums.unstack(fill_value=0.0)


def owed_of(table, fee=FEE):
    return (fee - table).where(table < fee, 0.0)


def main():
    table = by_half(payments(9))
    owed = owed_of(table)
    late = (owed > 0).sum(axis="columns")
    print(table.sum().to_dict())
    print(f"owed {owed.to_numpy().sum():.2f}, mean of members {owed.mean(axis=1).mean():.5f}")
    print("most often late", late.idxmax(), int(late.max()))


main()
