"""Add up a year's invoices by sales region."""

import numpy as np
import pandas as pd


def load(rows=400):
    rng = np.random.default_rng(6)
    regions = rng.choice(["north", "south", "west", None], rows, p=[0.4, 0.3, 0.2, 0.1])
    amounts = rng.lognormal(5, 0.8, rows).round(2)
    return pd.DataFrame({"region": regions, "amount": amounts})


def by_region(invoices):
    totals = invoices.groupby("region", dropna=False)["amount"].sum()
    return totals.sort_values(ascending=False)


invoices = load()
totals = by_region(invoices)
print(totals.round(2).to_string())
print(f"sum of regions {totals.sum():.2f}")
print(f"sum of table   {invoices['amount'].sum():.2f}")
