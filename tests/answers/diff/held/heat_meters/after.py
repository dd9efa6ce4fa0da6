"""Mean monthly heat use of a flat, from the meters' standings.

Symptom: The last number is another one.
Culprit: Diff() across the groups' borders.
Report: none
"""

import numpy as np
import pandas as pd


def standings(rng, flats=12):
    rows = []
    for flat in range(1, flats + 1):
        standing = rng.integers(1000, 1900)
        for month in range(1, 13):
            rows.append({"flat": flat, "month": month, "standing": standing})
            cold = 1 + np.cos(2 * np.pi * (month - 1) / 12)
            standing = standing + int(20 + 60 * cold * rng.uniform(0.7, 1.3))
    return pd.DataFrame(rows)


def monthly_use(meters):
    meters = meters.sort_values(["flat", "month"])
    use = meters["standing"].diff()  # culprit
    return use.dropna()


def main():
    meters = standings(np.random.default_rng(52))
    use = monthly_use(meters)
    print("months with a use:", len(use))
    print(f"mean monthly use: {use.mean():.2f} units")


if __name__ == "__main__":
    main()
