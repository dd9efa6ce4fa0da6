"""Value a collection of stamps from a list with country codes and a table of the market by country.

The list has one line a stamp; its year is unknown for some, which then count with the collection's mean age. The
market table gives a price a stamp and a factor for age. Doubles are worth a third.

Symptom: the values of a few stamps print nan, and so do the value by continent and of the whole collection
Culprit: read_csv takes the code "NA" of Namibia for a missing value, and a missing code finds no price
Report: none
"""

import csv
import io

import numpy as np
import pandas as pd

MARKET = {
    "CH": ("Europe", 1.80, 0.012),
    "NO": ("Europe", 1.10, 0.010),
    "MC": ("Europe", 2.60, 0.014),
    "NA": ("Africa", 1.40, 0.011),
    "BW": ("Africa", 1.20, 0.009),
    "KE": ("Africa", 0.90, 0.008),
    "BT": ("Asia", 3.10, 0.006),
    "JP": ("Asia", 0.95, 0.013),
}


def stamp_list(seed, count):
    """Return the list as text."""
    rng = np.random.default_rng(seed)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["country", "year", "catalogue", "double"])
    for _ in range(count):
        code = rng.choice(list(MARKET), p=[0.3, 0.15, 0.08, 0.05, 0.08, 0.09, 0.1, 0.15])
        year = "" if rng.random() < 0.12 else rng.integers(1920, 2010)
        writer.writerow([code, year, int(rng.integers(1, 900)), int(rng.random() < 0.2)])
    return out.getvalue()


def collection(text):
    """Return the list with a year for each stamp."""
    table = pd.read_csv(io.StringIO(text))  # culprit
    table["guessed"] = table["year"].isna()
    table["year"] = table["year"].fillna(table["year"].mean().round())
    return table


def valued(table, today=2024):
    """Return the list with a value in euros for each stamp."""
    market = pd.DataFrame.from_dict(MARKET, orient="index", columns=["continent", "price", "per_year"])
    price = table["country"].map(market["price"])
    growth = (1 + table["country"].map(market["per_year"])) ** (today - table["year"])
    value = price * growth * np.where(table["double"] == 1, 1 / 3, 1.0)
    continent = table["country"].map(market["continent"]).fillna("unknown")
    return table.assign(value=value, continent=continent)


def main():
    """Print the collection by continent and its best stamps."""
    table = valued(collection(stamp_list(100, 180)))
    print(f"{len(table)} stamps, {int(table['guessed'].sum())} with a guessed year")
    for continent, group in table.groupby("continent"):
        worth = group["value"].to_numpy()
        print(f"  {continent:<8} {len(group):3d} stamps, {worth.sum():8.2f} euros, dearest {worth.max():.2f}")
    best = table.nlargest(3, "value")
    for _, stamp in best.iterrows():
        print(
            f"best: {stamp['country']} {stamp['catalogue']} of {stamp['year']:.0f}, {stamp['value']:.2f} euros"
        )
    total = table["value"].to_numpy().sum()
    print(f"collection {total:.2f} euros, insured for {np.ceil(total / 100) * 100:.0f}")


if __name__ == "__main__":
    main()
