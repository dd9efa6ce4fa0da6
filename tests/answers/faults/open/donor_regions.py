"""Summarises the donations of a charity by region.

Symptom: the report counts 496 gifts of 29407.07 EUR although the book has 600 gifts of 39405.42 EUR.
Culprit: groupby drops the rows whose region is missing (dropna=True), here 104 online gifts of 9998.35 EUR, so the north has 38.1 % and not 28.4 %.
Report: pandas-dev/pandas#3729
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
    grouped = table.groupby("region")["amount"]  # culprit
    summary = grouped.agg(["count", "sum", "mean"])
    summary["share"] = summary["sum"] / summary["sum"].sum()
    return summary


def main():
    table = make_donations()
    summary = by_region(table)
    print(f"donors in the book: {table['donor'].nunique()}")
    print(summary.round(3).to_string())

    total = summary["sum"].sum()
    gifts = summary["count"].sum()
    print(f"donations received: {total:.2f} EUR in {gifts} gifts")
    print(f"average gift:       {total / gifts:.2f} EUR")
    print(f"share of the north: {summary.loc['north', 'share']:.1%}")
    campaign_cost = 9000.0
    print(f"cost a euro raised: {campaign_cost / total:.3f} EUR")


if __name__ == "__main__":
    main()
