"""Income of a swimming pool after discounts.

Symptom: The last number is another one.
Culprit: Chained assignment has no effect (pandas 3, warns).
Report: facebook/Ax#4799
"""

import numpy as np
import pandas as pd

FULL, SENIOR, SENIOR_AGE, CHILD_AGE = 7.5, 5.0, 65, 6


def visitors(rng, n=300):
    age = rng.integers(3, 85, size=n)
    weekday = rng.integers(0, 7, size=n)
    return pd.DataFrame({"age": age, "weekday": weekday, "fee": np.full(n, FULL)})


def apply_discounts(visits):
    child = visits["age"] < CHILD_AGE
    senior = visits["age"] >= SENIOR_AGE
    visits.loc[child, "fee"] = 0.0
    visits["fee"][senior] = SENIOR  # culprit
    visits.loc[visits["weekday"] == 2, "fee"] *= 0.8
    return visits


def main():
    visits = apply_discounts(visitors(np.random.default_rng(40)))
    by_day = visits.groupby("weekday")["fee"].sum()
    print(by_day.round(2).to_string())
    print(f"income: {visits['fee'].sum():.2f}")


if __name__ == "__main__":
    main()
