"""How the games of a chess club ended, by opening.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

OPENINGS = ["Spanish", "French", "English", "Dutch"]


def play(seed, count=240):
    rng = np.random.default_rng(seed)
    rows = [
        (OPENINGS[rng.integers(4)], int(rng.integers(18, 90)), float(rng.choice([0.0, 0.5, 1.0])))
        for _ in range(count)
    ]
    return pd.DataFrame(rows, columns=["opening", "moves", "result"])


def by_opening(games):
    return games.groupby("opening").agg(
        games=("result", "size"), moves=("moves", "mean"), score=("result", "mean")
    )


def main():
    table = by_opening(play(88))
    for opening, row in table.iterrows():
        print(f"{opening}: {int(row['games'])} games, {row['moves']:.5f} moves, {row['score']:.5f}")
    print(f"spread {table['score'].std(ddof=0):.6f}")


main()
