"""Joins the bookings and the arrivals of mountain huts, and reports how many guests stay away.

Symptom: none
Culprit: none
Tempts: nan could accuse the outer join and the division 0/0 of closed nights; both gaps are handled
Report: none
"""

import numpy as np
import pandas as pd

HUTS = ["Eagle", "Marmot", "Glacier", "Pass", "Lake"]


def nights(rng, count, share):
    """A table of (hut, night, guests), with a part of all nights."""
    index = pd.MultiIndex.from_product(
        [HUTS, pd.date_range("2024-07-01", periods=count)], names=["hut", "night"]
    )
    table = pd.DataFrame({"guests": rng.poisson(22, len(index))}, index=index)
    return table[rng.random(len(index)) < share].reset_index()


def joined(booked, arrived):
    """All nights of either table; no row means no guest."""
    both = booked.merge(arrived, on=["hut", "night"], how="outer", suffixes=("_booked", "_arrived"))
    return both.fillna({"guests_booked": 0.0, "guests_arrived": 0.0})


def absent_share(table):
    """The share of booked beds that stay empty; nan where nobody booked, which the mean leaves out."""
    booked = table["guests_booked"]
    empty = (booked - table["guests_arrived"]).clip(lower=0)
    return (empty / booked).groupby(table["hut"]).mean()


rng = np.random.default_rng(1938)
table = joined(nights(rng, 60, 0.9), nights(rng, 60, 0.8))
share = absent_share(table)
week = table.groupby(["hut", pd.Grouper(key="night", freq="7D")])["guests_arrived"].sum()
print("nights", len(table))
print(share.round(4).to_string())
print("best week", round(float(week.max()), 1))
