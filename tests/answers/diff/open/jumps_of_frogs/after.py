"""Scale the jumps of frogs by their length and compare the ponds.

Symptom: as a pipeline of generators the mean length is as before, but mean and error of the first pond differ.
Culprit: the check of the first five frogs takes them out of the generator, so they are missing later.
Report: none
"""

from collections import defaultdict
from itertools import islice
from typing import NamedTuple

import numpy as np

PONDS = {"reed": 60.0, "stone": 72.0, "mill": 66.0}
TYPICAL = 6.5
POWER = 0.7


class Frog(NamedTuple):
    pond: str
    length: float
    jump: float


def catch(seed=12, frogs=30):
    rng = np.random.default_rng(seed)
    for pond, mean in PONDS.items():
        for _ in range(frogs):
            length = rng.normal(TYPICAL, 0.8)
            yield Frog(pond, length, rng.normal(mean, 9.0) * (length / TYPICAL) ** POWER)


def grown(frogs, shortest=5.5):
    return (frog for frog in frogs if frog.length > shortest)


def means():
    table = np.array([(frog.length, frog.jump) for frog in grown(catch())])
    print(f"{len(table)} frogs, {table[:, 0].mean():.4f} cm, {table[:, 1].mean():.4f} cm")
    return table[:, 0].mean()


def checked(frogs, number=5):
    """Refuse a table in millimetres."""
    if any(frog.length > 30 for frog in islice(frogs, number)):  # culprit
        raise ValueError("lengths must be in cm")
    return frogs


def scaled(frogs, to):
    by_pond = defaultdict(list)
    for frog in frogs:
        by_pond[frog.pond].append(frog.jump * (to / frog.length) ** POWER)
    return {pond: np.array(values) for pond, values in by_pond.items()}


def main():
    mean_length = means()
    jumps = scaled(checked(grown(catch())), to=mean_length)
    for pond, values in jumps.items():
        error = values.std(ddof=1) / np.sqrt(values.size)
        print(f"{pond:6s} {values.mean():8.4f} +- {error:.4f}")
    print("best:", max(jumps, key=lambda pond: jumps[pond].mean()))


main()
