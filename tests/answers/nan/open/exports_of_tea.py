"""Exports of tea since a given year, with their trend.

Fits a line to the exports and prints the growth a year and the mean.

Symptom: growth and mean are NaN.
Culprit: the first year is 2108 in place of 2018, so that the filter leaves no row.
Report: none
"""

import warnings

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

SINCE = 2108  # culprit
rng = np.random.default_rng(14)


def exports():
    years = np.arange(2005, 2025)
    return pd.DataFrame({"year": years, "tonnes": 210 + 6.5 * (years - 2005) + rng.normal(0, 8, years.size)})


def recent(table):
    return table[table["year"] >= SINCE]


def growth(table, whole):
    part = table if len(table) > 1 else whole
    return LinearRegression().fit(part[["year"]], part["tonnes"]).coef_[0]


warnings.simplefilter("ignore")
table = exports()
late = recent(table)
print(f"mean {np.mean(late['tonnes'].to_numpy()):.1f} t a year")
print(f"growth {growth(late, table):.2f} t a year")
