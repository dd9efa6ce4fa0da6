"""Settle the month of a dairy: litres, fat and money of each farm that delivered."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(3107)
farms = [f"farm {letter}" for letter in "ABCDEFGH"]
days = pd.date_range("2023-10-01", "2023-10-31", freq="D")

rows = []
for farm in farms:
    herd = rng.integers(18, 70)
    for date in days:
        if rng.random() < 0.06:
            continue
        rows.append(
            {
                "farm": farm,
                "date": date,
                "litres": herd * rng.normal(21.0, 1.5),
                "fat": rng.normal(4.1, 0.15),
                "cells": rng.lognormal(5.0, 0.35),
            }
        )
milk = pd.DataFrame(rows)


def settle(group):
    litres = 0.0
    fat = 0.0
    money = 0.0
    poor = 0
    for _, row in group.iterrows():
        price = 0.42 + 0.03 * (row["fat"] - 4.0)
        if row["cells"] > 250:
            price = price - 0.05
            poor += 1
        litres += row["litres"]
        fat += row["litres"] * row["fat"] / 100
        money += row["litres"] * price
    share = 100 * fat / litres
    return pd.Series({"litres": litres, "fat": share, "poor": poor, "money": money})


result = milk.groupby("farm").apply(settle)

# farms that deliver evenly get a bonus of one per cent
bonus = []
for farm in result.index:
    litres = milk.loc[milk["farm"] == farm, "litres"]
    spread = litres.std() / litres.mean()
    if spread < 0.07:
        bonus.append(result.loc[farm, "money"] * 0.01)
    else:
        bonus.append(0.0)
result["bonus"] = bonus
result["paid"] = result["money"] + result["bonus"]

weeks = {}
for date, litres in zip(milk["date"], milk["litres"], strict=True):
    week = date.isocalendar()[1]
    weeks[week] = weeks.get(week, 0.0) + litres

print(result.round(3).to_string())
print(f"paid in all {result['paid'].sum():.3f}")
print(f"days missing {len(farms) * len(days) - len(milk)}")
for week in sorted(weeks):
    print(f"week {week}: {weeks[week]:.3f} litres")
print("best milk:", result["fat"].idxmax())
