"""Donor cohorts of a charity: gifts, upgrades and lapse rates.

Prints a table by acquisition channel and the trend of the average gift.
"""

import numpy as np
import pandas as pd


def main():
    rng = np.random.default_rng(71)
    n = 2600
    gifts = pd.DataFrame(
        {
            "donor": rng.integers(0, 600, n),
            "year": rng.integers(2018, 2024, n),
            "amount": rng.lognormal(3.4, 0.8, n).round(2),
        }
    )
    channels = pd.Series(rng.choice(["street", "mail", "online"], 600, p=[0.3, 0.45, 0.25]), name="channel")
    gifts["channel"] = gifts["donor"].map(channels)
    gifts["refund"] = rng.random(n) < 0.05
    gifts = gifts[~gifts["refund"]]
    gifts.loc[gifts["amount"] > 250, "amount"] = 250.0
    yearly = gifts.groupby(["donor", "year"])["amount"].sum().reset_index()
    yearly = yearly.sort_values(["donor", "year"])
    yearly["previous"] = yearly.groupby("donor")["amount"].shift(1)
    yearly["upgrade"] = yearly["amount"] > yearly["previous"]
    yearly["channel"] = yearly["donor"].map(channels)
    known = yearly.dropna(subset=["previous"])
    last = yearly.groupby("donor")["year"].max()
    lapsed = (last < 2022).groupby(channels).mean()
    table = pd.DataFrame(
        {
            "gift": gifts.groupby("channel")["amount"].mean(),
            "yearly": yearly.groupby("channel")["amount"].mean(),
            "upgrade": known.groupby("channel")["upgrade"].mean(),
            "lapsed": lapsed,
        }
    )
    print(table.round(4).to_string())
    trend = gifts.groupby("year")["amount"].mean()
    print("trend per year: %.4f" % np.polyfit(trend.index - 2018, trend.to_numpy(), 1)[0])
    print("total: %.2f" % gifts["amount"].sum())


if __name__ == "__main__":
    main()
