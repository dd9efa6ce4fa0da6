"""Report what the repairs of lifts cost, by the firm that did them.

Symptom: the total of all repairs is smaller than before and the shares have grown
Culprit: groupby lost dropna=False, so repairs without a firm (own work) are left out
Report: pandas-dev/pandas#3729
"""

import numpy as np
import pandas as pd

FIRMS = ["Aufzug Nord", "Schmid", "Vertikal"]
HOURLY_RATE = 68.0


def repairs(count, seed):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "firm": rng.choice(FIRMS, count),
            "house": rng.integers(1, 40, count),
            "hours": rng.gamma(2.0, 1.5, count).round(2),
            "parts": rng.exponential(120.0, count).round(2),
        }
    )
    own_work = rng.random(count) < 0.15
    table.loc[own_work, "firm"] = np.nan
    return table


def with_cost(table):
    return table.assign(cost=HOURLY_RATE * table["hours"] + table["parts"])


def by_firm(table):
    return table.groupby("firm").agg(  # culprit
        cost=("cost", "sum"),
        hours=("hours", "mean"),
        visits=("cost", "size"),
    )


def main():
    table = with_cost(repairs(400, seed=12))
    summary = by_firm(table)
    total = summary["cost"].sum()
    shares = summary["cost"] / total
    for firm, row in summary.iterrows():
        print(f"{str(firm):12s} {row.cost:10.2f} {shares[firm]:7.2%} {row.hours:6.3f} {int(row.visits)}")
    print(f"all          {total:10.2f}")
    print(f"dearest house {table.groupby('house')['cost'].sum().max():.2f}")


main()
