"""Sums the monthly energy bills of a campus to fiscal years."""

import numpy as np
import pandas as pd


def monthly_bills(seed=4):
    rng = np.random.default_rng(seed)
    months = pd.date_range("2011-07-01", "2015-06-01", freq="MS")
    buildings = {"library": 90.0, "workshop": 60.0, "canteen": 45.0}
    data = {}
    for name, level in buildings.items():
        cycle = 1 + 0.3 * np.cos(2 * np.pi * (months.month - 7) / 12)
        data[name] = level * cycle + rng.normal(0, 3, len(months))
    return pd.DataFrame(data, index=months)


def fiscal_years(bills):
    """Fiscal years run from 1 July to 30 June."""
    totals = {}
    for month, row in bills.iterrows():
        start = month.year if month.month >= 7 else month.year - 1
        if start not in totals:
            totals[start] = row * 0.0
        totals[start] = totals[start] + row
    return pd.DataFrame(totals).T


def main():
    bills = monthly_bills()
    years = fiscal_years(bills)
    for start, row in years.iterrows():
        print(start, " ".join("%s %.0f" % (k, v) for k, v in row.items()))
    total = years.sum(axis=1)
    print("first year, all buildings: %.0f MWh" % total.iloc[0])
    print("change to the last year: %+.1f %%" % (100 * (total.iloc[-1] / total.iloc[0] - 1)))


if __name__ == "__main__":
    main()
