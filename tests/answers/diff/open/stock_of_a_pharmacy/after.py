"""Decide what a pharmacy orders from its sales of the last seven days; it is closed on some days.

Symptom: the usual sales, the orders and the number of rush days differ a little.
Culprit: the mean runs over the last seven rows, and closed days have none, so it reaches back more than seven days.
Report: none
"""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
import polars as pl

DRUGS = {"aspirin": 30, "ibuprofen": 22, "vitamin": 14}
FIRST = date(2025, 3, 1)
SUNDAY = 6


@dataclass(frozen=True)
class Rules:
    days: int = 7
    rush: float = 1.3
    order_for: int = 10


def open_days(rng, number=60):
    for k in range(number):
        day = FIRST + timedelta(days=k)
        if day.weekday() != SUNDAY and rng.random() >= 0.08:
            yield day


def simulated(seed=241):
    rng = np.random.default_rng(seed)
    rows = [(drug, day, float(rng.poisson(mean))) for drug, mean in DRUGS.items() for day in open_days(rng)]
    return pl.DataFrame(rows, schema=["drug", "day", "sold"], orient="row").sort("drug", "day")


def with_usual(sales, rules):
    usual = pl.col("sold").rolling_mean(window_size=rules.days, min_samples=1).over("drug")  # culprit
    return sales.with_columns(usual=usual)


def with_rush(sales, rules):
    return sales.with_columns(rush=pl.col("sold") > rules.rush * pl.col("usual"))


def order(usual, rules):
    return int(np.ceil(rules.order_for * usual))


def report(sales, rules):
    last = sales.group_by("drug", maintain_order=True).last()
    for row in last.iter_rows(named=True):
        amount = order(row["usual"], rules)
        print(
            f"{row['drug']:10s} {row['day']} sold {row['sold']:.0f}, usual {row['usual']:.5f}, order {amount}"
        )
    print("rush days", sales["rush"].sum(), f"mean of usual {sales['usual'].mean():.5f}")


def main():
    rules = Rules()
    report(simulated().pipe(with_usual, rules).pipe(with_rush, rules), rules)


main()
