"""Parking fees for a day of tickets (whole columns).

Culprit: none: equal; equal refactoring: apply per row to whole columns
Report: own
"""

import io

import numpy as np
import pandas as pd

TICKETS = """ticket,zone,entered,left,electric
1,A,2024-05-02 08:10,2024-05-02 09:55,0
2,B,2024-05-02 08:30,2024-05-02 08:42,0
3,A,2024-05-02 09:05,2024-05-02 17:20,1
4,C,2024-05-02 10:00,2024-05-02 12:31,0
5,B,2024-05-02 11:15,2024-05-02 19:45,0
6,C,2024-05-02 12:20,2024-05-02 13:20,1
7,A,2024-05-02 13:00,2024-05-02 13:14,0
"""

RATE = {"A": 3.2, "B": 2.0, "C": 1.2}
CAP = {"A": 18.0, "B": 11.0, "C": 7.5}
FREE_MINUTES = 15


def load():
    return pd.read_csv(io.StringIO(TICKETS), parse_dates=["entered", "left"])


def fees(tickets):
    minutes = (tickets["left"] - tickets["entered"]).dt.total_seconds() / 60
    started = np.ceil(minutes / 30)
    rate = tickets["zone"].map(RATE)
    amount = np.minimum(started * 0.5 * rate, tickets["zone"].map(CAP))
    amount = amount.where(tickets["electric"] == 0, 0.75 * amount)
    return amount.mask(minutes <= FREE_MINUTES, 0.0)


def main():
    tickets = load()
    tickets["fee"] = fees(tickets)
    for row in tickets.itertuples():
        print(f"{row.ticket} {row.zone} {row.fee:.2f}")
    by_zone = tickets.groupby("zone")["fee"].agg(["sum", "mean"])
    print(by_zone.round(4))
    print("total", round(tickets["fee"].sum(), 4))


if __name__ == "__main__":
    main()
