"""Combine the load cases of a bridge and report the worst bending of each beam."""

import numpy as np

SAFETY_DEAD, SAFETY_LIVE, SAFETY_WIND = 1.35, 1.5, 1.5


def loads(beams=12):
    rng = np.random.default_rng(31)
    dead = rng.uniform(20, 40, beams)
    live = rng.uniform(5, 15, (4, beams))
    wind = rng.normal(0, 3, (2, beams))
    return dead, live, wind


def worst(dead, live, wind):
    total = np.full(dead.size, -np.inf)
    for lane in live:
        for direction in wind:
            case = SAFETY_DEAD * dead + SAFETY_LIVE * lane + 0.6 * SAFETY_WIND * direction
            total = np.maximum(total, case)
    return total


dead, live, wind = loads()
bending = worst(dead, live, wind)
print("bending:", bending.round(2))
print("worst beam:", int(bending.argmax()), "sum:", round(float(bending.sum()), 3))
