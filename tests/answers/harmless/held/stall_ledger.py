"""Takings of market stalls, morning and afternoon till.

Merges the two tills, counts a stall that was shut for half a day with nothing, and
prints the ranking and the change from morning to afternoon where there is one.

Culprit: none
Tempts: the outer merge leaves holes that are filled with 0 by design, and the change in
percent stays missing for stalls open half a day and is printed as "-".
"""

import pandas as pd

MORNING = pd.DataFrame(
    {
        "stall": ["bread", "cheese", "fish", "flowers", "honey"],
        "takings": [412.5, 380.0, 640.2, 95.0, 61.0],
    }
)
AFTERNOON = pd.DataFrame(
    {
        "stall": ["bread", "cheese", "flowers", "books", "olives"],
        "takings": [198.0, 402.5, 131.0, 77.5, 120.0],
    }
)


def day_table(morning, afternoon):
    table = morning.merge(afternoon, on="stall", how="outer", suffixes=("_am", "_pm"))
    change = 100 * (table["takings_pm"] / table["takings_am"] - 1)
    table = table.fillna({"takings_am": 0.0, "takings_pm": 0.0})
    table["day"] = table["takings_am"] + table["takings_pm"]
    table["change"] = change
    return table.sort_values("day", ascending=False)


table = day_table(MORNING, AFTERNOON)
for row in table.itertuples():
    change = "-" if pd.isna(row.change) else f"{row.change:+.1f} %"
    print(f"{row.stall:8s} {row.day:8.2f}  {change:>8s}")
both = table["change"].dropna()
print(f"all stalls {table['day'].sum():.2f}, mean change {both.mean():.2f} % of {len(both)}")
