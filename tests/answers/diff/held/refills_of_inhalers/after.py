"""Tell from a pharmacy's sales how regularly patients refill their inhalers.

Symptom: the mean of the days without inhaler and the covered part of the year change; the number of refills stays.
Culprit: how long the inhalers of the last refill last is taken from the row above, which may be another patient's.
Report: pandas-dev/pandas#24934 (a shift within groups against one over all rows)
"""

import numpy as np
import pandas as pd

YEAR, LASTS, GRACE = 360, 30, 7


def sold(seed=304, patients=40):
    """Return the sales in no order."""
    rng = np.random.default_rng(seed)
    rows = []
    for patient in range(1, patients + 1):
        day = int(rng.integers(0, 25))
        habit = rng.uniform(24, 48)
        while day < YEAR:
            rows.append((patient, day, int(rng.choice([1, 1, 1, 2]))))
            day += max(int(rng.normal(habit, 6)), 5)
    table = pd.DataFrame(rows, columns=["patient", "day", "inhalers"])
    return table.sample(frac=1.0, random_state=5)


def with_gaps(sales):
    """Return the refills with the days since the last one, and the days without an inhaler."""
    table = sales.sort_values("day", kind="stable")
    since = table.groupby("patient")["day"].diff()
    lasted = LASTS * table["inhalers"].shift()  # culprit
    table = table.assign(without=since - lasted)
    return table[since.notna()]


def summary(refills):
    """Return the late refills and the covered part of the year, of each patient."""
    late = refills["without"] > GRACE
    missed = refills["without"].clip(lower=0)
    return pd.DataFrame(
        {
            "late": late.groupby(refills["patient"]).sum(),
            "covered": 1.0 - missed.groupby(refills["patient"]).sum() / YEAR,
        }
    )


def main():
    sales = sold()
    refills = with_gaps(sales)
    without = refills["without"].to_numpy()
    print(f"{len(sales)} sales, {len(refills)} refills")
    print(f"days without: mean {without.mean():.4f}, spread {without.std():.4f}")
    table = summary(refills)
    print(f"late refills: {table['late'].sum()}")
    worst = table["late"].idxmax()
    print(f"most often late: patient {worst}, {table.loc[worst, 'late']} times")
    print(f"covered part of the year: {table['covered'].mean():.5f}, least {table['covered'].min():.5f}")


if __name__ == "__main__":
    main()
