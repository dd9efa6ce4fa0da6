"""Count how long bees stay at the feeders of a flight room, by feeder and by hour.

Symptom: every feeder that a bee has visited shows nan minutes; only those that none visited are filled, with 0.
Culprit: the table of minutes starts as nan instead of 0, and the stays are added to nan.
Report: none
"""

import argparse
from typing import NamedTuple

import numpy as np


class Stay(NamedTuple):
    feeder: int
    hour: int
    seconds: float


def stays(number, feeders, rng):
    """Yield what the light gates saw; bees don't like the last feeder."""
    for _ in range(number):
        feeder = min(int(rng.exponential(1.4)), feeders - 2)
        yield Stay(feeder, int(rng.integers(8, 18)), float(rng.gamma(2.0, 40.0)))


class FeederTable:
    def __init__(self, feeders, hours):
        self.minutes = np.full((feeders, hours), np.nan)  # culprit
        self.visits = np.zeros((feeders, hours), dtype=int)

    def add(self, stay):
        self.minutes[stay.feeder, stay.hour] += stay.seconds / 60
        self.visits[stay.feeder, stay.hour] += 1

    def close(self):
        """Say that where nobody came, nobody stayed."""
        self.minutes[self.visits == 0] = 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--feeders", type=int, default=5)
    parser.add_argument("--stays", type=int, default=60)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    table = FeederTable(options.feeders, 24)
    for stay in stays(options.stays, options.feeders, np.random.default_rng(options.seed)):
        table.add(stay)
    table.close()
    for feeder, (minutes, visits) in enumerate(zip(table.minutes, table.visits, strict=True)):
        print(f"feeder {feeder}: {visits.sum():3d} visits, {minutes.sum():7.1f} minutes")
    print(f"busiest hour: {table.minutes.sum(axis=0).max():.1f} minutes")


if __name__ == "__main__":
    main()
