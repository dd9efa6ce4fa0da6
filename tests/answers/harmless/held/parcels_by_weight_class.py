"""Sort parcels into classes of weight whose last class has no upper bound, and bill them.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the bound inf of the last class, and NaN of classes with no parcel, which are filled with 0.
Report: none
"""

import numpy as np
import pandas as pd

BOUNDS = [-np.inf, 1.0, 2.0, 5.0, 10.0, 31.5, np.inf]
NAMES = ["letter", "small", "medium", "large", "heavy", "freight"]
PRICE = {"letter": 2.75, "small": 4.49, "medium": 6.99, "large": 10.49, "heavy": 19.99, "freight": 79.0}
LIMIT_OF_COUNTER = {"village": 10.0, "station": 31.5, "depot": np.inf}


def parcels(number, seed):
    rng = np.random.default_rng(seed)
    counter = rng.choice(["village", "station", "depot"], number, p=[0.3, 0.4, 0.3])
    kg = rng.lognormal(0.9, 1.0, number)
    kg = np.where(counter == "depot", kg * 2.5, kg)
    return pd.DataFrame({"counter": counter, "kg": kg})


def accepted(table):
    limit = table["counter"].map(LIMIT_OF_COUNTER)
    room = limit - table["kg"]
    return table[room >= 0]


def classed(table):
    kind = pd.cut(table["kg"], BOUNDS, labels=NAMES)
    return table.assign(kind=kind, price=kind.map(PRICE).astype(float))


def counts(table):
    wide = table.groupby(["counter", "kind"], observed=True).size().unstack()
    return wide.reindex(columns=NAMES).fillna(0).astype(int)


def main():
    table = parcels(600, seed=14)
    taken = classed(accepted(table))
    print(f"{len(taken)} of {len(table)} parcels taken")
    print(counts(taken).to_string())
    income = taken.groupby("counter")["price"].agg(["sum", "mean"])
    for counter, row in income.iterrows():
        print(f"{counter:8s} {row['sum']:9.2f} euros, {row['mean']:.3f} for a parcel")


main()
