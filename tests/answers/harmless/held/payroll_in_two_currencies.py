"""Check a payroll in cents against the same payroll in floating point, to the cent.

One way keeps whole cents, the other one sums floats in the order of the rows; both are compared after rounding. Staff
who left have no rate and are out of the comparison, and the ratio of two empty departments is not asked for.

Symptom: none
Culprit: none
Tempts: `precision` and `diff` could accuse sums of floats that differ in the last digits, and `nan` the empty rates
Report: none
"""

from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
import pandas as pd

FRANCS = Decimal("0.9437")  # a euro in francs


def payroll(seed, count):
    """Return one row a person with hours and hourly rate in euros, missing for who left."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "person": [f"P{number:03d}" for number in range(count)],
            "department": rng.choice(["dairy", "bakery", "shop"], count, p=[0.4, 0.35, 0.25]),
            "hours": (rng.normal(150, 18, count) * 4).round() / 4,
            "rate": rng.normal(21.5, 3.0, count).round(2),
        }
    )
    table["department"] = pd.Categorical(table["department"], ["dairy", "bakery", "shop", "garden"])
    table.loc[rng.random(count) < 0.06, "rate"] = np.nan
    return table


def in_cents(hours, rate):
    """Return the pay in whole cents, half a cent to the even side."""
    pay = Decimal(str(hours)) * Decimal(str(rate)) * 100
    return int(pay.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def to_francs(cents):
    """Return whole Swiss cents, to five, of euro cents."""
    return int((Decimal(cents) * FRANCS / 5).quantize(Decimal(1), rounding=ROUND_HALF_EVEN)) * 5


def main():
    """Print both payrolls and where they differ."""
    table = payroll(52, 120)
    paid = table.dropna(subset=["rate"]).copy()
    print(f"{len(table)} people, {len(table) - len(paid)} left")
    paid["cents"] = [in_cents(hours, rate) for hours, rate in zip(paid["hours"], paid["rate"], strict=True)]
    paid["pay"] = paid["hours"] * paid["rate"]
    same = (paid["pay"] * 100 - paid["cents"]).abs() <= 0.5 + 1e-6
    print(f"agree to the cent: {bool(same.all())}")

    forwards = paid["pay"].sum()
    backwards = sum(paid["pay"].tolist()[::-1])
    print(f"total {forwards:.2f}, the same from the end: {bool(abs(forwards - backwards) < 1e-6)}")

    by_department = paid.groupby("department", observed=False).agg(
        people=("pay", "size"), mean=("pay", "mean")
    )
    for department, row in by_department.iterrows():
        mean = "nobody" if row["people"] == 0 else f"{row['mean']:.2f} euros"
        print(f"  {department:<7} {int(row['people']):3d}  {mean}")
    francs = paid["cents"].map(to_francs)
    print(f"in francs: {francs.sum() / 100:.2f}, mean {francs.mean() / 100:.2f}")
    weekly = (paid["pay"].to_numpy(dtype=np.float32) / np.float32(4.345)).astype(np.float64)
    print(f"mean week in single precision: {weekly.mean():.1f} euros")


if __name__ == "__main__":
    main()
