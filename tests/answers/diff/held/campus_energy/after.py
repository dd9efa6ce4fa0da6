"""Sums the monthly energy bills of a campus to fiscal years.

Symptom: the first year rises from 2356 to 2609 MWh and the change to the last year from -1.8 % to -11.3 %.
Culprit: BYS-JUL begins at the first business day, 2 July in 2012, so the bill of 1 July 2012 goes to the year before (13 months); YS-JUL is right.
Report: https://example-a.com/answer/45679487
"""

import numpy as np
import pandas as pd

BUILDINGS = {"library": 90.0, "workshop": 60.0, "canteen": 45.0}


def monthly_bills(seed=4):
    rng = np.random.default_rng(seed)
    months = pd.date_range("2011-07-01", "2015-06-01", freq="MS")
    cycle = 1 + 0.3 * np.cos(2 * np.pi * (months.month - 7) / 12)
    data = {name: level * cycle + rng.normal(0, 3, len(months)) for name, level in BUILDINGS.items()}
    return pd.DataFrame(data, index=months)


def fiscal_years(bills):
    """Fiscal years run from 1 July to 30 June."""
    years = bills.resample("BYS-JUL").sum()  # culprit
    years.index = years.index.year
    return years


def change(total):
    return 100 * (total.iloc[-1] / total.iloc[0] - 1)


def main():
    years = fiscal_years(monthly_bills())
    for start, row in years.iterrows():
        print(start, " ".join(f"{name} {value:.0f}" for name, value in row.items()))
    total = years.sum(axis=1)
    print(f"first year, all buildings: {total.iloc[0]:.0f} MWh")
    print(f"change to the last year: {change(total):+.1f} %")


if __name__ == "__main__":
    main()
