"""Yearly donations of a charity by region and channel.

Symptom: The number is wrong.
Culprit: Groupby drops the rows whose key is missing, so totals lack anonymous donations.
Report: pandas-dev/pandas#3729
"""

import numpy as np
import pandas as pd

REGIONS = ["north", "south", "east", "west"]
CHANNELS = ["web", "post", "street"]


def load_donations(seed=21, n=1800):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "donor": rng.integers(1, 700, n),
            "region": rng.choice(REGIONS, n),
            "channel": rng.choice(CHANNELS, n, p=[0.5, 0.2, 0.3]),
            "amount": np.round(rng.gamma(2.0, 22.0, n), 2),
        }
    )
    anonymous = (frame["channel"] == "street") & (rng.random(n) < 0.6)
    frame.loc[anonymous, "region"] = None
    return frame


def clean(frame):
    frame = frame[frame["amount"] > 1.0].copy()
    frame["channel"] = frame["channel"].str.strip().str.lower()
    return frame


def by_region(frame):
    table = frame.groupby(["region", "channel"])["amount"].agg(["sum", "count"])  # culprit
    return table.reset_index()


def shares(table):
    per_channel = table.groupby("channel")["sum"].sum()
    return per_channel / per_channel.sum()


def report(table):
    print(table.pivot(index="region", columns="channel", values="sum").round(0))
    print("share per channel:")
    print(shares(table).round(3).to_string())
    print(f"donations received this year: {table['sum'].sum():.2f}")


if __name__ == "__main__":
    donations = clean(load_donations())
    report(by_region(donations))
