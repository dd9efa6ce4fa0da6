"""Parking fees for a day of tickets (row by row)."""

import io

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


def fee(row):
    minutes = (row["left"] - row["entered"]).total_seconds() / 60
    if minutes <= FREE_MINUTES:
        return 0.0
    started = -(-minutes // 30)
    amount = min(started * 0.5 * RATE[row["zone"]], CAP[row["zone"]])
    if row["electric"]:
        amount *= 0.75
    return amount


def main():
    tickets = load()
    tickets["fee"] = tickets.apply(fee, axis=1)
    for row in tickets.itertuples():
        print(f"{row.ticket} {row.zone} {row.fee:.2f}")
    by_zone = tickets.groupby("zone")["fee"].agg(["sum", "mean"])
    print(by_zone.round(4))
    print("total", round(tickets["fee"].sum(), 4))


if __name__ == "__main__":
    main()
