"""Add up the takings of the stalls of a fair over a season, in cents.

Symptom: the total is a small part of before and the wheel has more than all; the takings of each stall are the same.
Culprit: the counts and prices are 32-bit integers now, and their product, 86 million euros in cents, wraps around.
Report: none
"""

from dataclasses import dataclass

import numpy as np

COUNT = np.int32  # the counters of the gates send 32-bit numbers


@dataclass(frozen=True)
class Stall:
    name: str
    cents: int
    mean: int


STALLS = (
    Stall("wheel", 650, 52000),
    Stall("train", 380, 21000),
    Stall("swing", 450, 29000),
    Stall("ghosts", 520, 18000),
    Stall("shots", 300, 12000),
)


class Season:
    def __init__(self, stalls, days, seed):
        rng = np.random.default_rng(seed)
        shape = (days, len(stalls))
        visitors = rng.poisson([stall.mean for stall in stalls], shape)
        is_open = rng.random(shape) > 0.1
        self.stalls = stalls
        self.visitors = np.where(is_open, visitors, 0).astype(COUNT)
        self.cents = np.array([stall.cents for stall in stalls], dtype=COUNT)

    def takings(self):
        return (self.visitors * self.cents).sum(axis=0, dtype=np.int64)

    def total(self):
        people = self.visitors.sum(axis=0, dtype=COUNT)
        return int(people @ self.cents)  # culprit

    def best_day(self):
        per_day = self.visitors.sum(axis=1)
        day = int(per_day.argmax())
        return day, int(per_day[day])


def main():
    season = Season(STALLS, days=140, seed=1810)
    takings, total = season.takings(), season.total()
    for stall, cents in zip(STALLS, takings, strict=True):
        print(f"{stall.name:7s} {cents / 100:14.2f} euros, {cents / 100 / 140:10.2f} a day")
    print(f"total {total / 100:.2f} euros")
    print(f"share of the wheel {takings[0] / total:.5f}")
    print("best day", *season.best_day())


main()
