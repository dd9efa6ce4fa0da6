"""Report what the repairs of lifts cost, by the firm that did them.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

FIRMS = ["Aufzug Nord", "Schmid", "Vertikal"]


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


def cost(table):
    table = table.copy()
    table["cost"] = 68.0 * table["hours"] + table["parts"]
    return table


def by_firm(table):
    groups = table.groupby("firm", dropna=False)
    result = groups.agg({"cost": "sum", "hours": "mean"})
    result["visits"] = groups.size()
    return result


table = cost(repairs(400, seed=12))
summary = by_firm(table)
total = summary["cost"].sum()
summary["share"] = summary["cost"] / total
for firm, row in summary.iterrows():
    print(f"{str(firm):12s} {row.cost:10.2f} {row.share:7.2%} {row.hours:6.3f} {int(row.visits)}")
print(f"all          {total:10.2f}")
print(f"dearest house {table.groupby('house')['cost'].sum().max():.2f}")
