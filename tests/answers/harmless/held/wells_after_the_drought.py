"""Compare groundwater before and after a drought, in wells that were not all measured in both years.

Tables are joined from both sides, so that wells of one year only stay in the list without a partner. Differences are
taken of the pairs; wells that fell dry are listed with a level of minus infinity and ranked last.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the outer join and the levels of -inf of dry wells, which the figures leave out by name
Report: none
"""

import numpy as np
import pandas as pd


def year(rng, wells, shift, dry_share):
    """Return one row a measured well: its level in metres above the sea, -inf where it was dry."""
    measured = rng.choice(wells, int(0.8 * len(wells)), replace=False)
    base = 300 + 0.5 * np.array([int(well[1:]) for well in measured])
    level = base + shift + rng.normal(0, 0.4, measured.size)
    level[rng.random(measured.size) < dry_share] = -np.inf
    return pd.DataFrame({"well": measured, "level": level}).sort_values("well", ignore_index=True)


def joined(before, after):
    """Return all wells of both years, with a column that says where each one was measured."""
    return before.merge(after, on="well", how="outer", suffixes=("_before", "_after"), indicator="seen")


def fall(table):
    """Return by how much each well fell, for wells with water in both years."""
    both = table[table["seen"] == "both"]
    wet = np.isfinite(both[["level_before", "level_after"]]).all(axis=1)
    pairs = both[wet].set_index("well")
    return pairs["level_before"] - pairs["level_after"]


def ranking(table):
    """Return the wells of the second year from the highest level to dry ones."""
    known = table.dropna(subset=["level_after"])
    return known.sort_values(["level_after", "well"], ascending=[False, True])


def main():
    """Print the comparison."""
    rng = np.random.default_rng(2018)
    wells = [f"W{number:02d}" for number in range(1, 41)]
    table = joined(year(rng, wells, 0.0, 0.0), year(rng, wells, -1.3, 0.2))
    print(table["seen"].value_counts().sort_index().to_string())
    drop = fall(table)
    print(f"{len(drop)} pairs, fall {drop.mean():.2f} m, from {drop.min():.2f} to {drop.max():.2f} m")
    ranked = ranking(table)
    dry = np.isneginf(ranked["level_after"])
    print(f"{int(dry.sum())} dry wells: {', '.join(ranked.loc[dry, 'well'])}")
    print(f"lowest with water: {ranked.loc[~dry, 'well'].iloc[-1]}")
    lost = table.loc[table["seen"] == "left_only", "well"]
    print(f"not measured again: {len(lost)}")
    classes = pd.cut(
        drop, [-np.inf, 0.5, 1.0, 1.5, 2.0, np.inf], labels=["small", "fair", "large", "huge", "extreme"]
    )
    for name, count in classes.value_counts(sort=False).items():
        print(f"  {name:<8} {count}")
    error = drop.std(ddof=1) / np.sqrt(len(drop))
    print(
        f"95 % interval of the fall: {drop.mean() - 1.96 * error:.2f} to {drop.mean() + 1.96 * error:.2f} m"
    )


if __name__ == "__main__":
    main()
