"""Report how well the seed lots of a tree nursery germinate, by species and by greenhouse."""

import numpy as np
import pandas as pd

SPECIES = {"oak": 0.62, "beech": 0.48, "larch": 0.71, "rowan": 0.35}
HOUSES = ["north", "south", "mist"]
BONUS = {"north": -0.05, "south": 0.03, "mist": 0.09}
GOOD_RATE = 0.5


def sowing_book(rng):
    """One row per seed lot and greenhouse: how many seeds went into each tray."""
    rows = []
    for lot in range(1, 25):
        species = list(SPECIES)[lot % len(SPECIES)]
        for house in HOUSES:
            seeds = int(rng.choice([40, 60, 84, 104]))
            rows.append({"lot": lot, "species": species, "house": house, "seeds": seeds})
    return pd.DataFrame(rows)


def counted_trays(rng, book):
    """One row per tray: the seedlings that were counted after six weeks."""
    rows = []
    for entry in book.itertuples():
        chance = SPECIES[entry.species] + BONUS[entry.house]
        for tray in range(int(rng.integers(2, 6))):
            seedlings = int(rng.binomial(entry.seeds, chance))
            rows.append({"lot": entry.lot, "house": entry.house, "tray": tray, "seedlings": seedlings})
    return pd.DataFrame(rows)


def germination(trays, book):
    """Join the counts with what was sown and give the rate of each tray."""
    joined = trays.merge(book, on=["lot", "house"])
    joined["rate"] = joined["seedlings"] / joined["seeds"]
    return joined


def by_species(joined):
    groups = joined.groupby("species")
    table = groups["rate"].agg(["mean", "std", "count"])
    table["seedlings"] = groups["seedlings"].sum()
    return table.sort_values("mean", ascending=False)


def by_house(joined):
    return joined.groupby("house")["rate"].mean()


def seeds_to_order(table, wanted=2000):
    """Seeds that must be sown for the wanted number of seedlings."""
    return np.ceil(wanted / table["mean"]).astype(int)


def main():
    rng = np.random.default_rng(20240311)
    book = sowing_book(rng)
    trays = counted_trays(rng, book)
    joined = germination(trays, book)
    table = by_species(joined)
    print("germination by species")
    print(table.round(4).to_string())
    print("germination by greenhouse")
    print(by_house(joined).round(4).to_string())
    print("seeds to order")
    print(seeds_to_order(table).to_string())
    good = (table["mean"] > GOOD_RATE).sum()
    print(f"{good} of {len(table)} species germinate well")


if __name__ == "__main__":
    main()
