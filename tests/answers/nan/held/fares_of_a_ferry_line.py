"""Computes what a ferry line earns per crossing, with the fares of each season.

Symptom: the fare per passenger and the takings per crossing are nan
Culprit: the fares are indexed by season and the table by crossing: the assignment aligns them, and every fare is nan
Report: none
"""

import numpy as np
import pandas as pd

FARES = pd.Series({"winter": 6.5, "shoulder": 8.0, "summer": 11.0}, name="fare")


def crossings(seed, days):
    """Two crossings a day; the counter at the gangway fails now and then."""
    rng = np.random.default_rng(seed)
    times = pd.date_range("2023-01-01 08:00", periods=2 * days, freq="12h")
    season = np.select(
        [np.isin(times.month, [6, 7, 8]), np.isin(times.month, [4, 5, 9, 10])],
        ["summer", "shoulder"],
        "winter",
    )
    busy = pd.Series(season).map({"winter": 18, "shoulder": 45, "summer": 130}).to_numpy()
    passengers = rng.poisson(busy).astype(float)
    passengers[rng.random(len(times)) < 0.06] = np.nan
    return pd.DataFrame({"time": times, "season": season, "passengers": passengers})


def fill_counts(table):
    """A missed count becomes the median of its season."""
    median = table.groupby("season")["passengers"].transform("median")
    return table.assign(passengers=table["passengers"].fillna(median))


def add_fares(table):
    """Give each crossing the fare of its season, less the discount of the morning boat."""
    priced = table.copy()
    priced["fare"] = FARES[FARES.index.isin(table["season"])]  # culprit
    morning = priced["time"].dt.hour == 8
    priced["fare"] = priced["fare"].where(~morning, priced["fare"] * 0.9)
    return priced


def takings(priced):
    return priced["passengers"].to_numpy() * priced["fare"].to_numpy()


def crowding(table, seats=150):
    """The share of crossings with more than two thirds of the seats taken."""
    return float((table["passengers"] > seats * 2 / 3).mean())


def main():
    counted = crossings(404, 365)
    table = fill_counts(counted)
    priced = add_fares(table)
    earned = takings(priced)
    print("missed counts", int(counted["passengers"].isna().sum()))
    print("passengers", int(table["passengers"].sum()))
    print("crowded", round(crowding(table), 4))
    print("fare per passenger", round(float(earned.sum() / table["passengers"].sum()), 4))
    print("takings per crossing", round(float(earned.mean()), 3))


if __name__ == "__main__":
    main()
