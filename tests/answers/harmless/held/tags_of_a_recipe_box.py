"""Suggest recipes from shared tags, which come as sets, and check the sums in two orders.

Sets have no order of their own: tags are sorted before they are printed, and weights are added by fsum, which does not
depend on the order. A recipe without tags has no likeness to any other, which is written as NaN and never chosen.

Symptom: none
Culprit: none
Tempts: `check-determinism` could accuse the sets, and `nan` the likeness of recipes without tags, which is never chosen
Report: none
"""

import math
from collections import Counter
from itertools import combinations

import numpy as np

RECIPES = {
    "lentil soup": {"lentils", "carrot", "onion", "winter", "one pot"},
    "leek tart": {"leek", "eggs", "cream", "oven"},
    "carrot cake": {"carrot", "eggs", "nuts", "oven", "sweet"},
    "onion soup": {"onion", "cheese", "winter", "one pot"},
    "bean stew": {"beans", "onion", "carrot", "winter", "one pot"},
    "nut bread": {"nuts", "flour", "oven"},
    "grandmother's card": set(),
    "plum dumplings": {"plums", "flour", "sweet"},
    "cheese dumplings": {"cheese", "flour", "eggs"},
    "empty page": set(),
}


def weights(recipes):
    """Return the weight of each tag: larger for rarer ones."""
    counts = Counter(tag for tags in recipes.values() for tag in tags)
    return {tag: math.log(len(recipes) / count) for tag, count in counts.items()}


def likeness(one, other, weight):
    """Return the share of the weight that two sets of tags have in common, NaN for two empty ones."""
    either = math.fsum(weight[tag] for tag in one | other)
    if either == 0:
        return math.nan
    return math.fsum(weight[tag] for tag in one & other) / either


def table(recipes, weight):
    """Return names and likeness (recipes, recipes), NaN on the diagonal."""
    names = list(recipes)
    values = np.full((len(names), len(names)), np.nan)
    for i, j in combinations(range(len(names)), 2):
        values[i, j] = values[j, i] = likeness(recipes[names[i]], recipes[names[j]], weight)
    return names, values


def suggestions(names, values):
    """Return the most similar recipe of each one that has tags, with its likeness."""
    found = {}
    for name, row in zip(names, values, strict=True):
        ranked = np.where(np.isnan(row), -np.inf, row)
        best = int(ranked.argmax())
        if ranked[best] > 0:
            found[name] = (names[best], float(ranked[best]))
    return found


def main():
    """Print tags and suggestions."""
    weight = weights(RECIPES)
    common = sorted(weight, key=lambda tag: (weight[tag], tag))[:5]
    print("common tags:", ", ".join(common))
    names, values = table(RECIPES, weight)
    for name, (other, value) in suggestions(names, values).items():
        shared = sorted(RECIPES[name] & RECIPES[other])
        print(f"{name:<17} {other:<17} {value:.3f}  {', '.join(shared)}")
    print(f"without tags: {', '.join(sorted(name for name, tags in RECIPES.items() if not tags))}")
    forwards = sum(weight[tag] for tag in sorted(weight))
    backwards = sum(weight[tag] for tag in sorted(weight, reverse=True))
    print(f"sums in both orders agree: {math.isclose(forwards, backwards, rel_tol=1e-12)}")
    print(f"mean likeness of pairs with tags: {np.nanmean(values):.4f}")


if __name__ == "__main__":
    main()
