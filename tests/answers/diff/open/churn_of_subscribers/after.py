"""Estimate the share of subscribers that leave, by plan and month.

Symptom: the overall share changes although nobody touched the formulas.
Culprit: rows without a plan, which groupby left out before, now make a fourth plan "unknown".
Report: none
"""

import numpy as np
import pandas as pd


def subscribers(count=400):
    rng = np.random.default_rng(17)
    table = pd.DataFrame(
        {
            "plan": rng.choice(["basic", "family", "pro"], count),
            "month": rng.integers(1, 7, count),
            "fee": rng.choice([5.0, 9.0, 19.0], count),
            "left": rng.random(count) < 0.2,
        }
    )
    table.loc[rng.integers(0, count, 40), "plan"] = None
    table["plan"] = table["plan"].fillna("unknown")  # culprit
    return table


def lost_fees(table):
    lost = (table["fee"] * table["left"]).groupby(table["plan"]).sum()
    return lost / table.groupby("plan")["fee"].sum()


table = subscribers()
rates = table.groupby(["plan", "month"])["left"].mean().unstack()
weighted = lost_fees(table)
print(rates.round(3))
print("lost fees:", weighted.round(4).to_dict())
print("overall:", round(float(weighted.mean()), 5))
