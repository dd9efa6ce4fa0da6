"""Report how many members of a club come to its evenings, by section and weekday.

Symptom: the table shows fractions, and the shares of weekdays moved
Culprit: pivot_table takes the mean, its default, where before it added up
Report: none
"""

import numpy as np
import pandas as pd

MEANS = {"chess": 9.0, "choir": 24.0, "rowing": 14.0}
DAYS = ["Mon", "Tue", "Thu"]
DRINKS_AN_HOUR = 0.4


def evenings(count, seed):
    rng = np.random.default_rng(seed)
    section = rng.choice(list(MEANS), count)
    guests = rng.poisson(pd.Series(section).map(MEANS).to_numpy())
    return pd.DataFrame(
        {
            "section": section,
            "day": rng.choice(DAYS, count),
            "guests": guests,
            "hours": rng.uniform(1, 4, count),
        }
    )


def by_weekday(table):
    wide = pd.pivot_table(table, values="guests", index="section", columns="day")  # culprit
    return wide.reindex(columns=DAYS)


def shares(wide):
    return wide.div(wide.sum(axis="columns"), axis="index")


def main():
    table = evenings(150, seed=101)
    drinks = DRINKS_AN_HOUR * (table["guests"] * table["hours"]).sum()
    wide = by_weekday(table)
    share = shares(wide)
    print(wide.to_string())
    for section, row in share.iterrows():
        print(f"{section:7s} busiest {row.idxmax()} {row.max():.4f}")
    print(f"drinks {drinks:.2f}")
    print(f"guests on Mondays {wide['Mon'].sum():.3f}")


main()
