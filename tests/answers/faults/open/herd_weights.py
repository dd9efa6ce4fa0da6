"""Compares the daily weight gain of calves on two feeds.

Symptom: the mean gain of all calves is 0.031 kg/day (control -0.092) with spreads above 1.5 although every calf gained about 0.7 kg/day.
Culprit: diff runs over the whole column, so the first weighing of 23 calves is compared with the last of the calf before; by animal it is 0.714 kg/day.
Report: https://newbe.dev/computing-np-diff-in-pandas-after-using-groupby-leads-to-unexpected-result
"""

import numpy as np
import pandas as pd

FEEDS = {"control": 0.62, "clover": 0.81}


def weighings(animals=24, visits=6, seed=19):
    generator = np.random.default_rng(seed)
    rows = []
    for animal in range(animals):
        feed = "clover" if animal % 2 else "control"
        weight = generator.normal(118.0, 9.0)
        for visit in range(visits):
            rows.append((f"calf{animal:02d}", feed, visit * 14, round(weight, 1)))
            weight += 14 * generator.normal(FEEDS[feed], 0.08)
    return pd.DataFrame(rows, columns=["animal", "feed", "day", "weight"])


def daily_gain(table):
    """Weight gain a day since the weighing before, for every later visit."""
    table = table.sort_values(["animal", "day"]).copy()
    table["gain"] = table["weight"].diff() / 14  # culprit
    return table.dropna(subset=["gain"])


def compare(gains):
    summary = gains.groupby("feed")["gain"].agg(["mean", "std"])
    difference = summary.loc["clover", "mean"] - summary.loc["control", "mean"]
    return summary, float(difference)


def main():
    table = weighings()
    gains = daily_gain(table)
    summary, difference = compare(gains)
    print(f"{table['animal'].nunique()} calves, {len(table)} weighings")
    print(summary.round(3).to_string())
    print(f"mean gain of all calves: {gains['gain'].mean():.3f} kg/day")
    print(f"clover minus control:    {difference:.3f} kg/day")
    days_to_goal = (250.0 - table.loc[table["day"] == 70, "weight"].mean()) / gains["gain"].mean()
    print(f"days from day 70 to 250 kg: {days_to_goal:.0f}")


if __name__ == "__main__":
    main()
