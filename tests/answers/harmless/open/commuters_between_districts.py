"""Carries the residents of a town from district to district with yearly moving
shares from the land registry, and lists the town's shape after twelve years.

Symptom: none
Culprit: none
Tempts: a matrix of shares whose columns do not add up to 1
"""

import numpy as np
import pandas as pd

DISTRICTS = ["old town", "harbour", "mill", "hillside", "new field"]


def moving_counts():
    """Rows: district left; columns: district moved to; the diagonal stayed."""
    return pd.DataFrame(
        [
            [9100, 420, 160, 210, 350],
            [130, 7400, 90, 60, 200],
            [240, 510, 11800, 330, 480],
            [90, 140, 120, 15300, 260],
            [180, 390, 150, 240, 17250],
        ],
        index=DISTRICTS,
        columns=DISTRICTS,
        dtype=float,
    )


class TownModel:
    def __init__(self, counts):
        self.share = counts.to_numpy() / counts.sum(axis=1).to_numpy()[:, None]
        self.start = counts.sum(axis=1).to_numpy()

    def years(self, n):
        people = self.start.copy()
        rows = [people]
        for _ in range(n):
            people = people @ self.share
            rows.append(people)
        return pd.DataFrame(rows, columns=DISTRICTS).rename_axis("year")


def school_places(table, children=0.11, class_size=24):
    return np.ceil(table.iloc[-1] * children / class_size).astype(int)


def main():
    table = TownModel(moving_counts()).years(12)
    print(table.iloc[[0, 3, 6, 9, 12]].round(0).astype(int).to_string())
    growth = table.iloc[-1] / table.iloc[0] - 1
    print("change over twelve years")
    print(growth.map("{:+.1%}".format).to_string())
    print("classes needed")
    print(school_places(table).to_string())


if __name__ == "__main__":
    main()
