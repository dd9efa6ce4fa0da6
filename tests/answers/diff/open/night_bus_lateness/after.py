"""Punctuality of the night buses: builds a month of stop events, computes the lateness
per line against the target of each district and lists the lines to be discussed.
Symptom: the excess of N9 is +0.175 (was -0.493), that of N5 0.970 (was 1.382); the mean lateness of the lines is as before.
Culprit: the usual lateness is the median per depot and night instead of per district and night.
Report: none
"""

from itertools import product

import numpy as np
import pandas as pd

NETWORK = pd.DataFrame(
    [
        ("N1", "north", 2.1),
        ("N3", "north", 4.4),
        ("N5", "south", 3.0),
        ("N7", "south", 1.4),
        ("N8", "west", 5.2),
        ("N9", "west", 2.6),
    ],
    columns=["line", "district", "mean"],
)
NIGHTS, STOPS = 30, 6
EARLY, LATE = -1, 3


def stop_events(rng):
    keys = product(NETWORK["line"], range(NIGHTS), range(STOPS))
    events = pd.DataFrame(keys, columns=["line", "night", "stop"]).merge(NETWORK, on="line", how="left")
    second = (events["night"] + events["stop"]) % 2 == 1
    events["depot"] = np.where(second, "D2", "D1")
    events["late"] = (
        rng.gamma(2.0, events["mean"].to_numpy() / 2.0) + 0.25 * events["stop"] + 1.2 * second - 1.0
    )
    return events.drop(columns="mean")


def add_excess(events):
    """Lateness above what was usual in the surroundings on the same night."""
    usual = events.groupby(["depot", "night"])["late"].transform("median")  # culprit
    return events.assign(usual=usual, excess=events["late"] - usual)


def add_punctuality(events):
    on_time = events["late"].between(EARLY, LATE, inclusive="right")
    return events.assign(on_time=on_time)


def per_line(events):
    return events.groupby("line")[["late", "excess", "on_time"]].mean().sort_values("excess", ascending=False)


def main():
    events = stop_events(np.random.default_rng(17)).pipe(add_excess).pipe(add_punctuality)
    table = per_line(events)
    print(table.round(3).to_string())
    print(f"lines to discuss: {', '.join(table.query('excess > 0.8').index)}")
    print(f"worst night: {events.groupby('night')['excess'].mean().idxmax()}")
    print(f"spread of the excess: {events['excess'].std():.3f}")


if __name__ == "__main__":
    main()
