"""Estimate the share of subscribers that leave, by plan and month."""

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
    return table


table = subscribers()
rates = table.groupby(["plan", "month"])["left"].mean().unstack()
weighted = (table["fee"] * table["left"]).groupby(table["plan"]).sum() / table.groupby("plan")["fee"].sum()
print(rates.round(3))
print("lost fees:", weighted.round(4).to_dict())
print("overall:", round(float(weighted.mean()), 5))
