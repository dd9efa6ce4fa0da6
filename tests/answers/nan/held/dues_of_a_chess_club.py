"""Work out the dues of a chess club's members from two files.

The register has number, class and year of birth; the second file has the games each member played. Who has not played
has no row there and pays the full amount. Family members pay a share, honorary members nothing.

Symptom: the dues of members with a low number print nan, and so do the budget and the mean
Culprit: the register is read without dtype=str for the number, so "0042" becomes 42 and matches nobody in the ledger
Report: none
"""

import csv
import io
import sys

import numpy as np
import pandas as pd

CLASSES = {"full": 1.0, "family": 0.6, "youth": 0.4, "honorary": 0.0}


def register(rng, numbers):
    """Return the file of the register."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "kind", "born"])
    for number in numbers:
        writer.writerow(
            [number, rng.choice(list(CLASSES), p=[0.6, 0.2, 0.15, 0.05]), rng.integers(1940, 2012)]
        )
    return out.getvalue()


def games(rng, numbers):
    """Return the file of the games: only who played has a row."""
    played = rng.choice(numbers, int(0.7 * len(numbers)), replace=False)
    lines = ["number,games,wins"]
    for number in sorted(played):
        count = int(rng.integers(1, 25))
        lines.append(f"{number},{count},{rng.binomial(count, 0.5)}")
    return "\n".join(lines)


def ledger(rng, numbers):
    """Return the base amount of each member by number, by how long the member has belonged to the club."""
    years = rng.integers(0, 40, len(numbers))
    return {
        number: 90.0 - 0.5 * min(int(belonged), 30) for number, belonged in zip(numbers, years, strict=True)
    }


def dues(members, played, base):
    """Return the table of dues in euros."""
    table = members.merge(played, on="number", how="left")
    table["games"] = table["games"].fillna(0)
    table["wins"] = table["wins"].fillna(0)
    reduction = (0.5 * table["games"]).clip(upper=6.0)
    table["dues"] = (table["number"].map(base) - reduction) * table["kind"].map(CLASSES)
    return table


def main():
    """Print the first lines of the table, and the budget."""
    rng = np.random.default_rng(64)
    numbers = [f"{number:04d}" for number in sorted(rng.choice(np.arange(12, 2400), 60, replace=False))]
    members = pd.read_csv(io.StringIO(register(rng, numbers)))  # culprit
    members["number"] = members["number"].astype(str).str.strip()
    played = pd.read_csv(io.StringIO(games(rng, numbers)), dtype={"number": str})
    table = dues(members, played, ledger(rng, numbers))

    table.head(4).to_csv(sys.stdout, index=False, float_format="%.2f", na_rep="nan")
    table.tail(4).to_csv(sys.stdout, index=False, header=False, float_format="%.2f", na_rep="nan")
    budget = table["dues"].to_numpy().sum()
    print(f"{len(table)} members, {int((table['games'] == 0).sum())} did not play")
    print(f"budget {budget:.2f} euros, mean {budget / len(table):.2f} euros")
    for kind, group in table.groupby("kind"):
        print(f"  {kind:<9} {len(group):3d}  {np.mean(group['dues'].to_numpy()):6.2f}")


if __name__ == "__main__":
    main()
