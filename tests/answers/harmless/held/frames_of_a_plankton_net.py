"""Collect the results of net hauls in tables that are made first and filled as the hauls come in.

The table of counts is made without values and filled completely; the table of depths starts as NaN, and hauls that
never happened keep it. Running records start at minus infinity and are replaced by the first haul.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the tables before they are filled and the hauls that never happened, which no result uses
Report: none
"""

from itertools import pairwise

import numpy as np

STATIONS, HAULS, KINDS = 7, 5, 4
NAMES = ("copepods", "krill", "larvae", "jellies")


class Logbook:
    """Counts and depths of a cruise, filled haul by haul."""

    def __init__(self):
        self.counts = np.empty((STATIONS, HAULS, KINDS))
        self.depths = np.full((STATIONS, HAULS), np.nan)
        self.record = np.full(KINDS, -np.inf)

    def enter(self, station, haul, depth, counts):
        """Write down a haul."""
        self.counts[station, haul] = counts
        self.depths[station, haul] = depth
        self.record = np.maximum(self.record, counts)

    def skip(self, station, haul):
        """Write down that the weather was too bad for a haul."""
        self.counts[station, haul] = 0

    @property
    def happened(self):
        """Which hauls happened."""
        return ~np.isnan(self.depths)


def cruise(seed):
    """Return the filled logbook."""
    rng = np.random.default_rng(seed)
    book = Logbook()
    for station in range(STATIONS):
        for haul in range(HAULS):
            if rng.random() < 0.2:
                book.skip(station, haul)
                continue
            depth = 10.0 + 40.0 * haul + rng.normal(0, 2)
            book.enter(station, haul, depth, rng.poisson(np.array([80, 12, 30, 5]) * np.exp(-depth / 90)))
    return book


def profile(book, edges):
    """Return mean counts (layers, kinds) between depths, from hauls that happened."""
    depths = book.depths[book.happened]
    counts = book.counts[book.happened]
    layer = np.digitize(depths, edges) - 1
    sums = np.zeros((len(edges) - 1, KINDS))
    np.add.at(sums, layer, counts)
    return sums / np.maximum(np.bincount(layer, minlength=len(edges) - 1), 1)[:, None]


def main():
    """Print records, means and the profile."""
    book = cruise(35)
    print(f"{int(book.happened.sum())} of {book.happened.size} hauls happened")
    for name, record, mean in zip(NAMES, book.record, book.counts[book.happened].mean(axis=0), strict=True):
        print(f"{name:<9} most {record:3.0f}, mean {mean:5.2f}")
    edges = np.array([0.0, 30.0, 70.0, 110.0, np.inf])
    for (low, high), counts in zip(pairwise(edges), profile(book, edges), strict=True):
        until = "and deeper" if np.isinf(high) else f"to {high:.0f} m"
        print(f"{low:5.0f} m {until:<10} " + " ".join(f"{count:6.2f}" for count in counts))
    deepest = np.nanargmax(book.depths)
    print(f"deepest haul: station {deepest // HAULS + 1}, {np.nanmax(book.depths):.1f} m")
    print(f"mean depth of all stations: {np.nanmean(book.depths):.2f} m")


if __name__ == "__main__":
    main()
