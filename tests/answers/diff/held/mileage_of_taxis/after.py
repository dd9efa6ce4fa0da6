"""Report the kilometres and fares of taxis by driver and shift, and each driver's part of the fares.

Symptom: none; the loop over rides became column arithmetic, and sums have functions.
Culprit: none: equal
Report: none (a question asked often: how to get rid of iterrows)
"""

import numpy as np
import pandas as pd

BASE = {"day": 3.9, "night": 5.5}


def rides(number, seed):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "driver": rng.choice(["Ana", "Ben", "Caro", "Dan"], number),
            "hour": rng.integers(0, 24, number),
            "km": rng.gamma(2, 3, number).round(1),
        }
    )
    table.loc[rng.random(number) < 0.05, "km"] = np.nan
    return table


def with_fares(table):
    at_night = (table["hour"] >= 22) | (table["hour"] < 6)
    shift = pd.Series(np.where(at_night, "night", "day"), index=table.index)
    fare = (shift.map(BASE) + 2.2 * table["km"]).fillna(0.0)
    return table.assign(shift=shift, fare=fare)


def parts(table):
    return table.groupby("driver")["fare"].sum() / table["fare"].sum()


def main():
    table = with_fares(rides(300, seed=18))
    sums = table.groupby(["driver", "shift"])[["km", "fare"]].sum()
    for (driver, shift), row in sums.iterrows():
        print(f"{driver:<5}{shift:<6}{row['km']:8.1f} km {row['fare']:9.2f}")
    for driver, part in parts(table).items():
        print(f"{driver:<5}{part:.4f}")


if __name__ == "__main__":
    main()
