"""Donor cohorts of a charity: gifts, upgrades and lapse rates.

Prints a table by acquisition channel and the trend of the average gift.

Symptom: the upgrade rates of the three channels differ, the other columns, trend and total are equal
Culprit: shift(1) lost its groupby("donor"), so the first year of each of the about 590 donors is compared with the last year of another donor.
Report: none
"""

import numpy as np
import pandas as pd

CAP = 250.0
FIRST, LAST = 2018, 2024


def simulate(rng, donors=600, n=2600):
    gifts = pd.DataFrame(
        {
            "donor": rng.integers(0, donors, n),
            "year": rng.integers(FIRST, LAST, n),
            "amount": rng.lognormal(3.4, 0.8, n).round(2),
        }
    )
    channels = pd.Series(
        rng.choice(["street", "mail", "online"], donors, p=[0.3, 0.45, 0.25]), name="channel"
    )
    return gifts.assign(refund=rng.random(n) < 0.05), channels


def prepare(gifts, channels):
    return gifts.loc[~gifts["refund"]].assign(
        amount=lambda t: t["amount"].clip(upper=CAP), channel=lambda t: t["donor"].map(channels)
    )


def by_year(gifts, channels):
    sums = gifts.groupby(["donor", "year"], as_index=False)["amount"].sum()
    sums["previous"] = sums["amount"].shift(1)  # culprit
    sums["upgrade"] = sums["amount"] > sums["previous"]
    return sums.assign(channel=sums["donor"].map(channels))


def lapse_rate(yearly, channels, since=2022):
    last = yearly.groupby("donor")["year"].max()
    return (last < since).groupby(channels).mean()


def channel_table(gifts, yearly, channels):
    known = yearly[yearly["previous"].notna()]
    return pd.DataFrame(
        {
            "gift": gifts.groupby("channel")["amount"].mean(),
            "yearly": yearly.groupby("channel")["amount"].mean(),
            "upgrade": known.groupby("channel")["upgrade"].mean(),
            "lapsed": lapse_rate(yearly, channels),
        }
    )


def main():
    raw, channels = simulate(np.random.default_rng(71))
    gifts = prepare(raw, channels)
    yearly = by_year(gifts, channels)
    print(channel_table(gifts, yearly, channels).round(4).to_string())
    trend = gifts.groupby("year")["amount"].mean()
    slope, _ = np.polyfit(trend.index - FIRST, trend.to_numpy(), 1)
    print("trend per year: %.4f" % slope)
    print("total: %.2f" % gifts["amount"].sum())


if __name__ == "__main__":
    main()
