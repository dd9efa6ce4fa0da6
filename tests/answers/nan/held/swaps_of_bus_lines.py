"""Find out on which bus lines passengers end up in the long run, from the changes that they made.

Symptom: the share of every line is nan after the first round.
Culprit: two pairs of lines were never changed between, unstack leaves NaN there, and the product spreads it.
Report: none
"""

import numpy as np
import pandas as pd

LINES = ["10", "11", "20", "31", "45"]
NEVER = {("10", "45"), ("31", "11")}


def trips(rng, number):
    """Return one row for each change: the card, the line left and the line entered."""
    liked = rng.dirichlet(np.ones(5) * 2.0, size=5)
    rows = []
    for card in range(number):
        line = rng.integers(5)
        for _ in range(rng.integers(2, 7)):
            new = rng.choice(5, p=liked[line])
            if (LINES[line], LINES[new]) in NEVER:
                break
            rows.append((card, LINES[line], LINES[new]))
            line = new
    return pd.DataFrame(rows, columns=["card", "left", "entered"])


def usual(table):
    """Drop the cards that changed only once: most were lent by the inspectors."""
    changes = table.groupby("card")["left"].transform("size")
    return table[changes > 1]


def chances(table):
    counts = table.groupby(["left", "entered"]).size().unstack()  # culprit
    counts = counts.reindex(index=LINES, columns=LINES)
    return counts.div(counts.sum(axis=1), axis=0)


def long_run(matrix, rounds=200):
    share = np.full(len(LINES), 1.0 / len(LINES))
    for number in range(rounds):
        new = share @ matrix
        if np.abs(new - share).max() < 1e-12:
            print(f"settled after {number} rounds")
            break
        share = new
    return share


def main():
    table = usual(trips(np.random.default_rng(45), 400))
    matrix = chances(table)
    print(f"{len(table)} changes, {len(table['card'].unique())} cards")
    share = long_run(matrix.to_numpy())
    for line, part in zip(LINES, share, strict=True):
        print(f"line {line}: {100 * part:6.2f} percent")


if __name__ == "__main__":
    main()
