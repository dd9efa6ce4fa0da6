"""Compares the daily weight gain of calves on two feeds.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
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
    table["gain"] = table.groupby("animal")["weight"].diff() / 14
    return table.dropna(subset=["gain"])


def compare(gains):
    summary = gains.groupby("feed")["gain"].agg(["mean", "std", "count"])
    gap = summary.loc["clover", "mean"] - summary.loc["control", "mean"]
    return summary, float(gap)


def main():
    table = weighings()
    gains = daily_gain(table)
    summary, difference = compare(gains)
    print(f"{table['animal'].nunique()} calves, {len(table)} weighings")
    print(summary.round(3).to_string())
    print(f"mean gain of all calves: {gains['gain'].mean():.3f} kg/day")
    print(f"clover minus control:    {difference:.3f} kg/day")
    remaining_days = (250.0 - table.loc[table["day"] == 70, "weight"].mean()) / gains["gain"].mean()
    print(f"days from day 70 to 250 kg: {remaining_days:.0f}")


if __name__ == "__main__":
    main()
