"""Grade fleeces by how fine they are, and weigh the grades.

Symptom: the best thirty fleeces have a negative width
Culprit: the mean is subtracted in place from a view of the table
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Fleeces:
    table: np.ndarray

    @property
    def micron(self):
        return self.table[:, 0]

    @property
    def length(self):
        return self.table[:, 1]

    @property
    def kilos(self):
        return self.table[:, 2]


def fleeces(count, seed):
    rng = np.random.default_rng(seed)
    micron = rng.normal(21.0, 2.2, count)
    length = 60 + 2.5 * (micron - 21) + rng.normal(0, 5, count)
    kilos = rng.gamma(20.0, 0.2, count)
    return Fleeces(np.column_stack([micron, length, kilos]))


def fineness(wool):
    values = wool.micron  # culprit, too
    values -= values.mean()  # culprit
    return -values / values.std()


wool = fleeces(150, seed=61)
score = fineness(wool)
best = wool.table[np.argsort(score)[::-1][:30]]
yarn = wool.length / wool.micron
price = 4.0 + 0.9 * score.clip(min=0)
income = (price * wool.kilos).sum()
print(f"best thirty {best[:, 0].mean():.4f} micron, {best[:, 2].sum():.3f} kg")
print(f"length by width {yarn.mean():.5f}")
print(f"income {income:.3f}")
print(f"fleeces under 19.5 micron {(wool.micron < 19.5).sum()}")
