"""Count the syllables that the finches of several islands share.

Symptom: none
Culprit: none
Tempts: `check-determinism` could accuse loops over sets of strings; counts need no order, and what is shown is sorted.
Report: none
"""

from collections import Counter
from itertools import combinations

import numpy as np

ISLANDS = ["Daphne", "Genovesa", "Isabela", "Pinta", "Wolf"]
SYLLABLES = [first + second for first in "bcdtwz" for second in ("ee", "oo", "rr", "ui")]


def songs(rng):
    """Return for each island a list of songs, each a tuple of syllables."""
    result = {}
    for island in ISLANDS:
        liked = rng.dirichlet(np.full(len(SYLLABLES), 0.4))
        result[island] = [tuple(rng.choice(SYLLABLES, 6, p=liked)) for _ in range(25)]
    return result


def repertoire(recorded):
    return {syllable for song in recorded for syllable in song}


def likeness(one, other):
    return len(one & other) / len(one | other)


def rarity(known):
    seen = Counter()
    for syllables in known.values():
        for syllable in syllables:
            seen[syllable] += 1
    return seen


def main():
    known = {island: repertoire(recorded) for island, recorded in songs(np.random.default_rng(1835)).items()}
    table = np.eye(len(ISLANDS))
    for (i, one), (j, other) in combinations(enumerate(ISLANDS), 2):
        table[i, j] = table[j, i] = likeness(known[one], known[other])
    for island, row in zip(ISLANDS, table, strict=True):
        print(f"{island:9s}" + " ".join(f"{value:.3f}" for value in row))
    seen = rarity(known)
    everywhere = {syllable for syllable in seen if seen[syllable] == len(ISLANDS)}
    print("everywhere:", ", ".join(sorted(everywhere)))
    print("only once:", sum(count == 1 for count in seen.values()))
    weights = sorted(1.0 / seen[syllable] for syllable in set().union(*known.values()))
    print(f"sum of rarities {sum(weights):.6f}, mean likeness {table[np.triu_indices(5, 1)].mean():.6f}")


main()
