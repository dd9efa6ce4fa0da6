"""Visits and costs of a clinic by ward, with a separate line for unassigned patients.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of donation_regions: groupby drops missing keys, which are added back.
Report: none
"""

import numpy as np
import pandas as pd


def visits(n=1200, seed=14):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "ward": rng.choice(["A", "B", "C", None], n, p=[0.4, 0.3, 0.2, 0.1]),
            "minutes": rng.gamma(3.0, 12.0, n),
            "cost": np.round(rng.gamma(2.0, 80.0, n), 2),
        }
    )
    return frame


def per_ward(frame):
    known = frame.groupby("ward").agg(visits=("cost", "size"), cost=("cost", "sum"))
    rest = frame[frame["ward"].isna()]
    known.loc["unassigned"] = [len(rest), rest["cost"].sum()]
    return known


def cost_per_visit(table):
    return (table["cost"] / table["visits"]).round(2)


def main():
    frame = visits()
    table = per_ward(frame)
    table["per_visit"] = cost_per_visit(table)
    print(table.round(2))
    print(f"visits: {table['visits'].sum():.0f} of {len(frame)}")
    print(f"total cost: {table['cost'].sum():.2f} (ledger {frame['cost'].sum():.2f})")


if __name__ == "__main__":
    main()
