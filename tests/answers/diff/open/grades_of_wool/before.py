"""Grade fleeces by how fine they are, and weigh the grades.

Culprit: see after.py
"""

import numpy as np

COLUMNS = {"micron": 0, "length": 1, "kilos": 2}


def fleeces(count, seed):
    rng = np.random.default_rng(seed)
    micron = rng.normal(21.0, 2.2, count)
    length = 60 + 2.5 * (micron - 21) + rng.normal(0, 5, count)
    kilos = rng.gamma(20.0, 0.2, count)
    return np.column_stack([micron, length, kilos])


def fineness(table):
    micron = table[:, COLUMNS["micron"]]
    centred = micron - micron.mean()
    return -centred / centred.std()


table = fleeces(150, seed=61)
score = fineness(table)
order = np.argsort(score)[::-1]
best = table[order[:30]]
yarn = table[:, COLUMNS["length"]] / table[:, COLUMNS["micron"]]
price = 4.0 + 0.9 * np.maximum(score, 0)
income = price * table[:, COLUMNS["kilos"]]
print(f"best thirty {best[:, 0].mean():.4f} micron, {best[:, 2].sum():.3f} kg")
print(f"length by width {yarn.mean():.5f}")
print(f"income {income.sum():.3f}")
print(f"fleeces under 19.5 micron {(table[:, 0] < 19.5).sum()}")
