"""Merge the lists of plants that walkers have seen on paths and count in how many each occurs.

Symptom: none
Culprit: none
Tempts: `diff` could accuse sets, whose order changes, and the unseeded shuffle; only counts leave them, and sorted.
Report: none
"""

import random
from collections import Counter

import numpy as np

PLANTS = [
    "arnica",
    "bilberry",
    "campion",
    "daisy",
    "edelweiss",
    "foxglove",
    "gentian",
    "heather",
    "iris",
    "juniper",
]


def walks(number, seed):
    rng = np.random.default_rng(seed)
    for _ in range(number):
        seen = rng.random(len(PLANTS)) < np.linspace(0.9, 0.2, len(PLANTS))
        yield {plant for plant, there in zip(PLANTS, seen, strict=True) if there}


def in_any_order(lists):
    """Return the lists as the walkers hand them in, which is in any order."""
    lists = list(lists)
    random.shuffle(lists)
    return lists


def together(lists):
    pairs = Counter()
    for seen in lists:
        pairs.update((a, b) for a in seen for b in seen if a < b)
    return pairs


def main():
    lists = in_any_order(walks(60, seed=91))
    counts = Counter(plant for seen in lists for plant in seen)
    everywhere = set.intersection(*lists)
    for plant, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        print(f"{plant:10s} {count}")
    pairs = sorted(together(lists).items(), key=lambda item: (-item[1], item[0]))
    print("most often together:", *pairs[0][0], pairs[0][1])
    print("on every path:", sorted(everywhere))
    print("mean length", np.mean(sorted(len(seen) for seen in lists)))


main()
