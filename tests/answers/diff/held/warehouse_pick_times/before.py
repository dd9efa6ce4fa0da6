"""Pick times in a warehouse by zone and shift.

Cleans the scanner log and prints the median seconds per line and the ranking.
"""

import numpy as np
import pandas as pd


def scanner_log(rng, n=1500):
    start = pd.Timestamp("2024-02-05 05:30")
    log = pd.DataFrame(
        {
            "order": rng.integers(1000, 1400, n),
            "zone": rng.choice(list("ABCD"), n, p=[0.4, 0.3, 0.2, 0.1]),
            "time": start + pd.to_timedelta(np.sort(rng.uniform(0, 16 * 3600, n)), unit="s"),
            "seconds": rng.lognormal(3.2, 0.5, n).round(1),
        }
    )
    again = log.sample(150, random_state=3).copy()
    again["seconds"] = (again["seconds"] * 1.8).round(1)
    again["time"] = again["time"] + pd.Timedelta(minutes=2)
    return pd.concat([log, again]).sort_values("time", ignore_index=True)


def clean(log):
    """One row per order and zone: the latest scan counts."""
    return log.drop_duplicates(["order", "zone"], keep="last")


def add_shift(log):
    hour = log["time"].dt.hour
    return log.assign(shift=np.where(hour < 14, "early", "late"))


def main():
    log = scanner_log(np.random.default_rng(40))
    table = add_shift(clean(log))
    print("scans:", len(log), "kept:", len(table))
    medians = table.pivot_table(index="zone", columns="shift", values="seconds", aggfunc="median")
    print(medians.round(2).to_string())
    overall = table.groupby("zone")["seconds"].mean().sort_values()
    print("slowest zone:", overall.index[-1])
    print("mean seconds per line: %.3f" % table["seconds"].mean())


if __name__ == "__main__":
    main()
