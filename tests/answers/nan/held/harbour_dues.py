"""Harbour dues per ship, from the harbour master's spreadsheet.

Culprit: to_numeric with errors="coerce" on "1,240" (pandas)
Report: runebook.dev / leyaa.ai pandas.to_numeric pages
"""

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd

CALLS = """ship;flag;gross;draught;arrived;left;cargo
Alma;DK;890;4.2;2024-03-01;2024-03-03;grain
Bore;FI;"1,240";5.1;2024-03-02;2024-03-05;timber
Cito;DK;455;3.0;2024-03-02;2024-03-02;fish
Dana;NO;2310;6.4;2024-03-04;2024-03-09;timber
Elin;SE;780;3.9;2024-03-06;2024-03-07;grain
Frey;NO;"1,905";5.8;2024-03-07;2024-03-08;fish
"""


@dataclass(frozen=True)
class Tariff:
    per_ton: float = 0.31
    per_day: float = 120.0
    free_days: int = 1
    discounts: tuple = (("fish", 0.6), ("grain", 0.9))

    def factor(self, cargo):
        return cargo.map(dict(self.discounts)).fillna(1.0)


def load(text):
    frame = pd.read_csv(io.StringIO(text), sep=";", parse_dates=["arrived", "left"])
    for column in ("gross", "draught"):
        frame[column] = pd.to_numeric(frame[column], errors="coerce")  # culprit
    return frame


class Invoices:
    def __init__(self, calls, tariff):
        self.calls = calls
        self.tariff = tariff

    def days(self):
        stay = (self.calls["left"] - self.calls["arrived"]).dt.days
        return (stay - self.tariff.free_days).clip(lower=0)

    def table(self):
        tonnage = self.calls["gross"] * self.tariff.per_ton
        quay = self.days() * self.tariff.per_day
        due = (tonnage + quay) * self.tariff.factor(self.calls["cargo"])
        return self.calls[["ship", "flag"]].assign(due=due)

    def per_flag(self):
        return self.table().groupby("flag")["due"].agg(lambda s: np.sum(s.to_numpy()))


def main():
    invoices = Invoices(load(CALLS), Tariff())
    print(invoices.table().round(2).to_string(index=False))
    flags = invoices.per_flag()
    print(flags.round(2).to_dict())
    print("month", float(flags.to_numpy().sum()))


if __name__ == "__main__":
    main()
