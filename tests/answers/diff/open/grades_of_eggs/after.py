"""Sort the eggs of a farm by weight into the grades S, M, L and XL and price the trays.

Symptom: some eggs have moved to the next lower grade, and several trays are cheaper; all weights are the same.
Culprit: with right=True an egg of exactly 53, 63 or 73 g belongs to the grade below.
Report: none
"""

from collections import Counter

import numpy as np

GRADES = ("S", "M", "L", "XL")
EDGES = np.array([53.0, 63.0, 73.0])
CENTS = {"S": 19, "M": 24, "L": 29, "XL": 33}


def weights(eggs, seed):
    """Yield the weight of each egg in grams; the scale shows half grams."""
    rng = np.random.default_rng(seed)
    for _ in range(eggs):
        yield round(2 * float(rng.normal(62.0, 6.5))) / 2


class Sorter:
    def __init__(self, edges=EDGES):
        self.edges = edges

    def grade(self, grams):
        return [GRADES[place] for place in np.digitize(grams, self.edges, right=True)]  # culprit

    def price(self, grades):
        return sum(CENTS[grade] for grade in grades) / 100


def trays(grams, size=30):
    return [grams[start : start + size] for start in range(0, len(grams), size)]


sorter = Sorter()
grams = list(weights(240, seed=21))
counts = Counter(sorter.grade(grams))
print(", ".join(f"{grade} {counts[grade]}" for grade in GRADES))
for number, tray in enumerate(trays(grams)):
    print(f"tray {number}: {np.mean(tray):.3f} g, {sorter.price(sorter.grade(tray)):.2f} euros")
