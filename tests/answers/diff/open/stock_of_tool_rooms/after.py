"""Report the stock of tools in three tool rooms by week from counts that were taken now and then.

Symptom: as a chain of methods the first weeks of "north" and "west" are known, with numbers of another room.
Culprit: the counts are filled forward over the whole column and no longer within each room.
Report: pandas-dev/pandas#60071
"""

import numpy as np
import pandas as pd

STARTS = {"east": 40, "north": 75, "west": 18}


def counts(weeks, seed):
    """Yield room, week and the count, nan where nobody counted; the last two rooms were opened later."""
    rng = np.random.default_rng(seed)
    for room, stock in STARTS.items():
        for number, week in enumerate(weeks):
            stock += rng.integers(-4, 5)
            counted = rng.random() < 0.45 and not (room != "east" and number < 2)
            yield room, week, float(stock) if counted else np.nan


def fill(table):
    return table.assign(known=table["tools"].ffill())  # culprit


def by_week(table):
    return table.pivot(index="week", columns="room", values="known")


def main():
    weeks = pd.date_range("2026-01-05", periods=12, freq="W-MON")
    wide = (
        pd.DataFrame(counts(weeks, seed=62), columns=["room", "week", "tools"])
        .sort_values(["room", "week"], ignore_index=True)
        .pipe(fill)
        .pipe(by_week)
    )
    print(wide.to_string())
    print("mean:", wide.mean().round(3).to_dict())
    print("all rooms at the end:", wide.iloc[-1].sum())
    print("weeks with all rooms known:", int(wide.notna().all(axis=1).sum()))


main()
