"""Tell by the clock of the reader on which tram a ticket was stamped.

Symptom: tickets are counted for the tram before
Culprit: merge_asof lost direction="nearest" and takes the last tram before the stamp
Report: none
"""

import numpy as np
import pandas as pd

OPENING = pd.Timestamp("2025-03-10 06:00")
HEADWAY = pd.Timedelta(minutes=12)


def timetable(runs):
    return pd.DataFrame({"time": pd.date_range(OPENING, periods=runs, freq=HEADWAY), "run": np.arange(runs)})


def stamps(count, seed):
    rng = np.random.default_rng(seed)
    seconds = np.sort(rng.integers(0, 12 * 3600, count))
    return pd.DataFrame(
        {"time": OPENING + pd.to_timedelta(seconds, unit="s"), "fare": rng.choice([2.2, 4.4], count)}
    )


def assigned(tickets, trams):
    return pd.merge_asof(tickets.sort_values("time"), trams, on="time")  # culprit


def main():
    joined = assigned(stamps(400, seed=18), timetable(60))
    runs = joined.groupby("run")["fare"]
    takings, sizes = runs.sum(), runs.size()
    print(f"tickets {len(joined)}, takings {joined['fare'].sum():.2f}")
    print(f"fullest run {sizes.idxmax()} with {sizes.max()} tickets")
    print(f"takings of a run {takings.mean():.4f}, spread {takings.std():.4f}")
    print(f"mean number of the run {joined['run'].mean():.4f}")


main()
