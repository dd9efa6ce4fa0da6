"""Monthly bonus of bicycle couriers from their trip log.

Applies distance, rain and punctuality rules; prints bonus and ranking.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

TEAM = ["Ada", "Bo", "Cem", "Dina", "Eli"]
DAYS = range(1, 31)
LONG_KM, LONG_POINTS, RAIN_FACTOR = 5, 0.5, 1.5
EURO_PER_POINT, EURO_PER_STREAK_DAY = 0.8, 2.0


def trip_log(rng, n=900):
    trips = pd.DataFrame(
        {
            "courier": rng.choice(TEAM, n),
            "day": rng.integers(1, 31, n),
            "km": rng.gamma(3.0, 1.2, n).round(2),
            "late": rng.random(n) < 0.12,
        }
    )
    return trips, pd.Series(rng.random(30) < 0.3, index=DAYS)


def trip_points(trips, rain):
    base = 1.0 + LONG_POINTS * (trips["km"] > LONG_KM)
    wet = trips["day"].map(rain)
    return base.where(~wet, base * RAIN_FACTOR).mask(trips["late"], 0.0)


def longest_streak(days):
    present = pd.Series(False, index=DAYS)
    present.loc[days.unique()] = True
    block = (~present).cumsum()
    return int(present.groupby(block).sum().max())


def summarise(trips):
    grouped = trips.groupby("courier")
    table = grouped.agg(
        trips=("km", "size"),
        km=("km", "sum"),
        points=("points", "sum"),
        days=("day", "nunique"),
        streak=("day", longest_streak),
    ).astype(float)
    table.insert(3, "per_day", table["points"] / table.pop("days"))
    table.index.name = None
    return table.assign(bonus=EURO_PER_POINT * table["points"] + EURO_PER_STREAK_DAY * table["streak"])


def main():
    trips, rain = trip_log(np.random.default_rng(83))
    table = summarise(trips.assign(points=trip_points(trips, rain)))
    print(table.round(3).to_string())
    print("winner:", table["bonus"].idxmax())
    print("budget: %.2f" % table["bonus"].sum())


if __name__ == "__main__":
    main()
