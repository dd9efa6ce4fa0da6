"""Work out for how many days the stock of spare parts lasts.

Symptom: the days of the whole warehouse are inf.
Culprit: belts were not used all month: stock / use is 12 / 0.
Report: none
"""

import pandas as pd

stock = pd.Series({"bolts": 900, "belts": 12, "filters": 40, "seals": 310})
used = pd.DataFrame(
    {"part": ["bolts", "seals", "filters", "bolts", "seals"], "pieces": [120, 60, 8, 100, 44]}
)


def daily_use(used, parts, days=30):
    return used.groupby("part")["pieces"].sum().reindex(parts, fill_value=0) / days


use = daily_use(used, stock.index)
days = stock / use  # culprit
print(days.round(1))
print("warehouse lasts on average:", days.mean(), "days")
