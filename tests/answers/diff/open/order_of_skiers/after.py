"""Rank skiers by points, and award prizes to the best.

Symptom: among equals another skier is first
Culprit: turning an ascending order around turns the order of equals around, too
Report: numpy/numpy#27725 (order of repeated values)
"""

import numpy as np

rng = np.random.default_rng(30)
points = rng.integers(40, 60, 40)
starts = np.arange(100, 140)
prizes = np.array([500.0, 300.0, 200.0, 100.0, 50.0])


def podium(points, number):
    ranking = np.argsort(points, kind="stable")[::-1]  # culprit
    return ranking[:number]


best = podium(points, number=prizes.size)
awarded = np.zeros(points.size)
awarded[best] = prizes
print("starts:", starts[best])
print("paid to the first twenty:", awarded[:20].sum())
