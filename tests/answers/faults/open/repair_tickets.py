"""Turn-around times of a bicycle repair shop.

Symptom: The number is wrong.
Culprit: .dt.seconds instead of total_seconds drops whole days.
Report: NatLabRockies/OpenOA#91
"""

import numpy as np
import pandas as pd


class TicketBook:
    def __init__(self, seed=17, n=420):
        rng = np.random.default_rng(seed)
        opened = pd.Timestamp("2024-04-02 08:00") + pd.to_timedelta(rng.integers(0, 90 * 1440, n), unit="min")
        kind = rng.choice(["puncture", "brakes", "wheel", "frame"], n, p=[0.45, 0.3, 0.15, 0.1])
        typical = pd.Series(kind).map({"puncture": 4.0, "brakes": 20.0, "wheel": 52.0, "frame": 130.0})
        hours = rng.gamma(4.0, typical.to_numpy() / 4.0)
        self.table = pd.DataFrame({"kind": kind, "opened": opened})
        self.table["closed"] = self.table["opened"] + pd.to_timedelta(np.round(hours * 60), unit="min")

    def with_hours(self):
        out = self.table.copy()
        span = out["closed"] - out["opened"]
        out["hours"] = span.dt.seconds / 3600  # culprit
        return out


def per_kind(table):
    return table.groupby("kind")["hours"].agg(["count", "median", "mean"]).round(2)


def late_share(table, limit=48.0):
    return (table["hours"] > limit).mean()


def main():
    book = TicketBook()
    tickets = book.with_hours()
    print(per_kind(tickets))
    print(f"later than two days: {100 * late_share(tickets):.1f} %")
    print(f"mean turn-around   : {tickets['hours'].mean():.2f} h")


if __name__ == "__main__":
    main()
