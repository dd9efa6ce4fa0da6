"""Rank skiers by points, and award prizes to the best."""

import numpy as np

rng = np.random.default_rng(30)
points = rng.integers(40, 60, 40)
starts = np.arange(100, 140)
prizes = np.array([500.0, 300.0, 200.0, 100.0, 50.0])


def podium(points, number):
    order = np.argsort(-points, kind="stable")
    return order[:number]


best = podium(points, 5)
awarded = np.zeros(40)
awarded[best] = prizes
print("starts:", starts[best])
print("paid to the first twenty:", awarded[:20].sum())
