"""Smooth wages over years of service and list who earns much less than the curve says.

Symptom: the curve is nan for the first years, so the spread is nan and nobody is found to be paid too little.
Culprit: a tenth of the staff is fewer than those with the same number of years, so all neighbours have distance 0.
Report: statsmodels/statsmodels#2449 (lowess gives nan where all neighbours have the same x)
"""

import numpy as np
import pandas as pd
from statsmodels.nonparametric.smoothers_lowess import lowess

LIMIT = 1.8
CURVE = {
    "frac": 0.1,  # culprit
    "it": 2,
}


def staff(rng, number=180):
    years = np.minimum(rng.geometric(0.22, number) - 1, 18)
    wage = 2600.0 + 95.0 * years - 1.8 * years**2 + rng.normal(0.0, 130.0, number)
    part_time = rng.random(number) < 0.15
    table = pd.DataFrame({"years": years, "wage": wage, "share": np.where(part_time, 0.5, 1.0)})
    table["wage"] *= table["share"]
    table.loc[rng.choice(number, 6, replace=False), "wage"] = np.nan  # on leave
    return table


def full_time_wage(table):
    known = table.dropna(subset=["wage"])
    return known.assign(full=known["wage"] / known["share"])


def with_curve(table):
    scale = np.arange(table["years"].max() + 1.0)
    at_scale = lowess(table["full"], table["years"].astype(float), xvals=scale, **CURVE)
    curve = at_scale[table["years"]]
    return table.assign(curve=curve, gap=table["full"] - curve)


def paid_too_little(table, spread):
    return table[table["gap"] < -LIMIT * spread]


def main():
    table = with_curve(full_time_wage(staff(np.random.default_rng(2012))))
    by_years = table.groupby("years").agg(
        staff=("full", "size"), mean=("full", "mean"), curve=("curve", "max")
    )
    print(by_years.head(8).round(2).to_string())
    spread = np.std(table["gap"].to_numpy())
    print(f"spread {spread:.3f} euros")
    print(f"{len(paid_too_little(table, spread))} of {len(table)} are paid too little")


main()
