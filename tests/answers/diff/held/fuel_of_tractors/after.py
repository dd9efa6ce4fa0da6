"""Add up the fuel of five tractors from the levels of their tanks, which are sometimes not sent.

Symptom: the fuel of one tractor, the sum of all and the mean level differ.
Culprit: the gaps are filled along the whole table, so a tractor without a first level gets one of the tractor before.
Report: none
"""

import numpy as np
import pandas as pd

TRACTORS = ["blue", "green", "old", "red", "small"]
SILENT_AT_START = ["green", "red"]
HOURS = 24


def day_of(tractor, rng):
    level = np.clip(rng.uniform(80, 180) - np.cumsum(rng.gamma(2.0, 2.0, HOURS)), 5, None)
    level[rng.random(HOURS) < 0.2] = np.nan
    return pd.DataFrame({"tractor": tractor, "hour": np.arange(HOURS), "level": level})


def messages(seed=4):
    rng = np.random.default_rng(seed)
    table = pd.concat([day_of(tractor, rng) for tractor in TRACTORS], ignore_index=True)
    silent = (table["hour"] == 0) & table["tractor"].isin(SILENT_AT_START)
    return table.assign(level=table["level"].mask(silent))


def in_order(table):
    return table.sort_values(["tractor", "hour"], ignore_index=True)


def filled(table):
    return table.assign(level=table["level"].ffill())  # culprit


def with_use(table):
    use = -table.groupby("tractor")["level"].diff()
    return table.assign(used=use.mask(use < 0, 0.0))


def report(table):
    summary = table.groupby("tractor")["used"].agg(total="sum", busiest="max")
    for row in summary.itertuples():
        print(f"{row.Index:6s} {row.total:9.4f} l, most in an hour {row.busiest:8.4f} l")
    print(f"all    {summary['total'].sum():9.4f} l")
    print(f"mean level {table['level'].mean():.4f}")


def main():
    table = messages().pipe(in_order).pipe(filled).pipe(with_use)
    report(table)


if __name__ == "__main__":
    main()
