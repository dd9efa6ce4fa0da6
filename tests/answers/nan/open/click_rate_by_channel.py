"""Report clicks per view for every advertising channel of a campaign.

Symptom: the rate of "radio" and with it the budget of every channel is nan.
Culprit: nobody was reached by radio, and the categorical column keeps the empty group: 0 clicks / 0 views.
Report: none
"""

import numpy as np
import pandas as pd

CHANNELS = ["mail", "search", "radio", "video"]


def campaign(rows=4000, seed=31):
    rng = np.random.default_rng(seed)
    channel = rng.choice(["mail", "search", "video"], rows, p=[0.5, 0.3, 0.2])
    views = rng.poisson(3, rows)
    clicks = rng.binomial(views, 0.12)
    spent = np.where(rng.random(rows) < 0.1, np.nan, rng.gamma(2, 0.3, rows))
    frame = pd.DataFrame({"channel": channel, "views": views, "clicks": clicks, "spent": spent})
    frame["channel"] = pd.Categorical(frame["channel"], categories=CHANNELS)
    return frame


def rates(frame):
    totals = frame.groupby("channel", observed=False)[["clicks", "views", "spent"]].sum()
    totals["rate"] = totals["clicks"] / totals["views"]  # culprit
    return totals


def share_out(totals, budget):
    weight = totals["rate"].to_numpy() ** 2
    return pd.Series(budget * weight / weight.sum(), index=totals.index)


totals = rates(campaign())
print(totals.round(3))
print("next budget:", share_out(totals, 10_000).to_dict())
