"""Donations of a choir by district; some donors gave no address."""

import numpy as np

rng = np.random.default_rng(83)

places = ["north", "river", "hill", "centre", None]
districts = rng.choice(places, 240, p=[0.3, 0.2, 0.2, 0.2, 0.1])
amounts = rng.gamma(2.0, 15.0, 240).round(2)
print("donations:", len(amounts))
print("largest donation:", amounts.max())

sums = {}
counts = {}
for district, amount in zip(districts, amounts):
    sums[district] = sums.get(district, 0.0) + amount
    counts[district] = counts.get(district, 0) + 1

largest = max(sums, key=sums.get)
total = sum(sums.values())
goal = 7000.0

print("largest district:", largest, "with", counts[largest], "donors")
print("share of the largest:", round(sums[largest] / total, 4))
print("goal reached:", bool(total >= goal))
print("total of the donations:", round(total, 2))
