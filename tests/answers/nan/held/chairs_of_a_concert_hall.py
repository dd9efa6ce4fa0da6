"""Follow the share of sold seats of a concert hall, and how much each price group earns per seat.

Symptom: The growth of one price group in spring and its mean are inf, and its steadiness is nan.
Culprit: The growth divides by the earnings of the season before, which are 0 for the boxes that were closed.
Report: none
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

SEASONS = ["autumn", "winter", "spring", "summer"]


@dataclass(frozen=True)
class Group:
    name: str
    seats: int
    price: float


GROUPS = [
    Group("stalls", 420, 48.0),
    Group("circle", 260, 62.0),
    Group("boxes", 48, 95.0),
    Group("gallery", 180, 24.0),
]


def tickets(seed=1813, concerts=18):
    """One row per concert and group; a sold column of NaN means that the box office lost the count."""
    rng = np.random.default_rng(seed)
    rows = []
    for season in SEASONS:
        for concert in range(concerts):
            liked = rng.uniform(0.45, 1.0)
            for group in GROUPS:
                sold = float(rng.binomial(group.seats, liked))
                if group.name == "boxes" and season == "winter":
                    sold = 0.0  # the boxes were rebuilt
                elif rng.random() < 0.03:
                    sold = np.nan
                rows.append((season, concert, group.name, sold))
    table = pd.DataFrame(rows, columns=["season", "concert", "group", "sold"])
    table["season"] = pd.Categorical(table["season"], SEASONS, ordered=True)
    return table


def counted(table):
    """Replace lost counts by the group's mean of the season."""
    mean = table.groupby(["season", "group"], observed=True)["sold"].transform("mean")
    return table.assign(sold=table["sold"].fillna(mean))


def earnings(table):
    """Money per season and group."""
    price = table["group"].map({group.name: group.price for group in GROUPS})
    money = table["sold"] * price
    return money.groupby([table["season"], table["group"]], observed=True).sum().unstack("group")


def growth(money):
    """Change from season to season; the first season has none."""
    change = money.pct_change()  # culprit
    return change.iloc[1:]


def main():
    table = tickets()
    print(f"{table['sold'].isna().sum()} counts lost of {len(table)}")
    table = counted(table)
    money = earnings(table)
    print(money.round(2).to_string())
    per_seat = money / pd.Series({group.name: group.seats for group in GROUPS})
    print("per seat:", per_seat.sum().round(2).to_dict())
    change = growth(money)
    print(change.round(4).to_string())
    steady = change.mean() / change.std()
    for name, value in steady.items():
        print(f"{name}: mean growth {change[name].mean():.4f}, steadiness {value:.4f}")


if __name__ == "__main__":
    main()
