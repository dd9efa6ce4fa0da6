"""Tell by the clock of the reader on which tram a ticket was stamped.

Culprit: see after.py
"""

import numpy as np
import pandas as pd


def timetable():
    start = pd.Timestamp("2025-03-10 06:00")
    return pd.DataFrame(
        {"time": [start + pd.Timedelta(minutes=12 * i) for i in range(60)], "run": np.arange(60)}
    )


def stamps(count, seed):
    rng = np.random.default_rng(seed)
    seconds = np.sort(rng.integers(0, 12 * 3600, count))
    return pd.DataFrame(
        {
            "time": pd.Timestamp("2025-03-10 06:00") + pd.to_timedelta(seconds, unit="s"),
            "fare": rng.choice([2.2, 4.4], count),
        }
    )


tickets = stamps(400, seed=18)
trams = timetable()
joined = pd.merge_asof(tickets, trams, on="time", direction="nearest")
per_run = joined.groupby("run")["fare"].agg(["sum", "size"])
fullest = per_run["size"].idxmax()
print(f"tickets {len(joined)}, takings {joined['fare'].sum():.2f}")
print(f"fullest run {fullest} with {per_run['size'].max()} tickets")
print(f"takings of a run {per_run['sum'].mean():.4f}, spread {per_run['sum'].std():.4f}")
print(f"mean number of the run {joined['run'].mean():.4f}")
