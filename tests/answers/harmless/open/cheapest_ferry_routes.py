"""Find the cheapest connection between any two islands from the table of direct ferries.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite price of a missing ferry, the sum of two of them, or `best = np.inf`.
Report: none
"""

import numpy as np

ISLANDS = ["Amrum", "Borkum", "Fanoe", "Helgoland", "Juist", "Pellworm", "Romoe", "Sylt", "Texel"]
FERRIES = {
    ("Amrum", "Sylt"): 14.5,
    ("Amrum", "Pellworm"): 9.0,
    ("Borkum", "Juist"): 11.0,
    ("Fanoe", "Romoe"): 17.5,
    ("Helgoland", "Amrum"): 33.0,
    ("Helgoland", "Borkum"): 41.5,
    ("Romoe", "Sylt"): 12.0,
}


def price_table():
    price = np.full((len(ISLANDS), len(ISLANDS)), np.inf)
    np.fill_diagonal(price, 0.0)
    for (start, end), cost in FERRIES.items():
        i, j = ISLANDS.index(start), ISLANDS.index(end)
        price[i, j] = price[j, i] = cost
    return price


def all_cheapest(price):
    """Relax through every island in turn (Floyd and Warshall)."""
    for k in range(len(price)):
        np.minimum(price, price[:, k, None] + price[k], out=price)
    return price


def best_home(price):
    """Return the island from which the farthest reachable island is cheapest."""
    best, home = np.inf, None
    for name, row in zip(ISLANDS, price, strict=True):
        reachable = row[np.isfinite(row)]
        if len(reachable) > 1 and reachable.max() < best:
            best, home = reachable.max(), name
    return home, best


cheapest = all_cheapest(price_table())
unreachable = np.isinf(cheapest).sum() // 2
print(f"Texel to Sylt: {'no ferry' if np.isinf(cheapest[8, 7]) else cheapest[8, 7]}")
print(f"Juist to Fanoe: {cheapest[4, 2]:.2f} euros; {unreachable} pairs have no connection")
home, farthest = best_home(cheapest)
print(f"best home: {home}, from where nothing costs more than {farthest:.2f} euros")
