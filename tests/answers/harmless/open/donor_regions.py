"""Summarises the donations of a charity by region.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
import pandas as pd

REGIONS = ["north", "south", "east", "west"]


def make_donations(rows=600, seed=31):
    generator = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "donor": generator.integers(1, 220, rows),
            "region": generator.choice(REGIONS, rows, p=[0.4, 0.3, 0.2, 0.1]),
            "amount": np.round(generator.gamma(2.0, 30.0, rows), 2),
        }
    )
    online = generator.random(rows) < 0.18
    table.loc[online, "region"] = None
    table.loc[online, "amount"] *= 1.6
    return table


def by_region(table):
    grouped = table.groupby("region", dropna=False)["amount"]
    summary = grouped.agg(["count", "sum", "mean"])
    summary["share"] = summary["sum"] / summary["sum"].sum()
    return summary


def main():
    table = make_donations()
    summary = by_region(table)
    print(f"donors in the book: {table['donor'].nunique()}")
    print(summary.round(3).to_string())

    total = summary["sum"].sum()
    number_of_gifts = summary["count"].sum()
    print(f"donations received: {total:.2f} EUR in {number_of_gifts} gifts")
    print(f"average gift:       {total / number_of_gifts:.2f} EUR")
    print(f"share of the north: {summary.loc['north', 'share']:.1%}")
    campaign_cost = 9000.0
    largest = table["amount"].max()
    print(f"largest gift:       {largest:.2f} EUR")
    print(f"cost a euro raised: {campaign_cost / total:.3f} EUR")


if __name__ == "__main__":
    main()
