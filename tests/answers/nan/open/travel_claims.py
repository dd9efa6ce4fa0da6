"""Reimbursements in euro from the travel claims of three offices.

Culprit: left join misses a key with a trailing space, null becomes NaN (polars)
Report: pola-rs/polars#2498 "Failed join"
"""

import io
from dataclasses import dataclass

import numpy as np
import polars as pl

CLAIMS = """id,person,amount,currency,nights
1,Ines,410.00,EUR,2
2,Marek,9200.00,CZK,3
3,Ola,1300.50,PLN,1
4,Ines,88.20,eur,0
5,Tom,302.00,GBP ,2
6,Marek,4100.00,czk,1
7,Ola,560.00,PLN,2
8,Tom,149.00,GBP,1
"""

RATES = """currency,per_euro
EUR,1.0
CZK,25.1
PLN,4.31
GBP,0.858
"""


@dataclass
class Rules:
    per_diem: float = 38.0
    cap: float = 900.0
    share: float = 0.95


def read(text):
    return pl.read_csv(io.StringIO(text))


def tidy(claims):
    return claims.with_columns(
        pl.col("currency").str.to_uppercase(),  # culprit
        pl.col("person").str.to_lowercase(),
    )


def in_euro(claims, rates):
    joined = claims.join(rates, on="currency", how="left")
    return joined.with_columns((pl.col("amount") / pl.col("per_euro")).alias("euro"))


class Payout:
    def __init__(self, rules):
        self.rules = rules

    def amounts(self, frame):
        euro = frame["euro"].to_numpy()
        nights = frame["nights"].to_numpy()
        capped = np.minimum(euro, self.rules.cap)
        return self.rules.share * capped + self.rules.per_diem * nights

    def by_person(self, frame):
        paid = self.amounts(frame)
        people = frame["person"].to_list()
        out = {}
        for who, value in zip(people, paid):
            out[who] = out.get(who, 0.0) + value
        return out


def main():
    frame = in_euro(tidy(read(CLAIMS)), read(RATES))
    payout = Payout(Rules())
    totals = payout.by_person(frame)
    for who, value in sorted(totals.items()):
        print(f"{who:6s} {value:9.2f}")
    budget = 4000.0
    used = sum(totals.values()) / budget
    print("share of budget used", used)


if __name__ == "__main__":
    main()
