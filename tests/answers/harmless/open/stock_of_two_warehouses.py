"""Add the stock of two warehouses that do not keep the same goods, and write the order list.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the alignment of two different indexes; `fill_value=0` says what a missing label means.
Report: wesm/pydata-book#144
"""

import tempfile
from pathlib import Path

import pandas as pd

EAST = {"bolt": 1_200, "nut": 950, "washer": 4_000, "hinge": 35}
WEST = {"nut": 150, "washer": 800, "screw": 2_300, "bracket": 60}
WANTED = {
    "bolt": 1_000,
    "bracket": 100,
    "chain": 20,
    "hinge": 50,
    "nut": 1_000,
    "screw": 2_000,
    "washer": 5_000,
}


def write(folder):
    for name, stock in (("east", EAST), ("west", WEST)):
        pd.Series(stock, name="pieces").to_csv(folder / f"{name}.csv", index_label="item")


def read(folder):
    return [pd.read_csv(folder / f"{name}.csv", index_col="item")["pieces"] for name in ("east", "west")]


def order_list(stock, wanted):
    """Return how many pieces of each item are missing, items that nobody keeps included."""
    present = stock.reindex(wanted.index).fillna(0)
    return (wanted - present).clip(lower=0).astype(int)


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        east, west = read(Path(folder))
    stock = east.add(west, fill_value=0)
    only_one = east.index.symmetric_difference(west.index)
    print(f"{len(stock)} items, {int(stock.sum())} pieces; in one warehouse only: {', '.join(only_one)}")
    missing = order_list(stock, pd.Series(WANTED))
    for item, pieces in missing[missing > 0].items():
        print(f"order {pieces} x {item}")


if __name__ == "__main__":
    main()
