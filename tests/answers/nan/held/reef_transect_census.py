"""Compare the fish communities of five reef transects with diversity indices.

Prints richness, Shannon index and Pielou evenness per transect and the ranking.
Symptom: the Shannon index and the evenness of three transects are nan, and so is the regional mean.
Culprit: p * log(p) is summed over all species, also those with zero sightings (0 * -inf is nan).
Report: none
"""

import numpy as np

SPECIES = ["parrotfish", "wrasse", "damselfish", "grouper", "tang", "goby", "snapper", "moray"]

SIGHTINGS = {
    "north wall": [14, 30, 52, 3, 11, 20, 7, 1],
    "lagoon mouth": [2, 18, 71, 0, 9, 33, 4, 0],
    "old wreck": [6, 12, 40, 9, 5, 28, 15, 4],
    "seagrass edge": [1, 7, 12, 0, 2, 64, 0, 0],
    "outer pinnacle": [21, 25, 33, 8, 19, 6, 12, 0],
}


def relative_abundance(counts):
    counts = np.asarray(counts, dtype=float)
    return counts / counts.sum()


def richness(counts):
    return int(np.count_nonzero(counts))


def simpson(counts):
    p = relative_abundance(counts)
    return 1.0 - np.sum(p**2)


def shannon(counts):
    p = relative_abundance(counts)
    return -np.sum(p * np.log(p))  # culprit


def pielou(counts):
    return shannon(counts) / np.log(richness(counts))


def summarise(sightings):
    rows = []
    for name, counts in sightings.items():
        rows.append((name, richness(counts), simpson(counts), shannon(counts), pielou(counts)))
    return rows


def main():
    rows = summarise(SIGHTINGS)
    print(f"{'transect':<16}{'S':>4}{'Simpson':>10}{'Shannon':>10}{'evenness':>10}")
    for name, s, d, h, j in rows:
        print(f"{name:<16}{s:>4}{d:>10.3f}{h:>10.3f}{j:>10.3f}")
    regional = np.mean([r[3] for r in rows])
    print("species watched:", len(SPECIES))
    print(f"regional mean Shannon index: {regional:.4f}")
    return regional


if __name__ == "__main__":
    main()
