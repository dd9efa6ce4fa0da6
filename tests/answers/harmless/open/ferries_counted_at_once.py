"""Count passengers of a day of ferries in four threads that finish in any order.

Symptom: none
Culprit: none
Tempts: `diff` could accuse threads that end in any order; counts are whole numbers, and fsum adds weights exactly.
Report: none
"""

import math
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

FERRIES = 24


def crossing(number):
    """Return how many passengers a ferry had and what they weighed in kg."""
    rng = np.random.default_rng(1000 + number)
    passengers = int(rng.integers(20, 180))
    return number, passengers, rng.normal(74.0, 13.0, passengers)


class Tally:
    def __init__(self):
        self.passengers = 0
        self.weights = []
        self.fullest = (0, -1)

    def add(self, number, passengers, weights):
        self.passengers += passengers
        self.weights.extend(weights.tolist())
        self.fullest = max(self.fullest, (passengers, number))


def main():
    tally = Tally()
    with ThreadPoolExecutor(max_workers=4) as pool:
        waiting = [pool.submit(crossing, number) for number in range(FERRIES)]
        for done in as_completed(waiting):
            tally.add(*done.result())
    total = math.fsum(tally.weights)
    print(f"{tally.passengers} passengers, {total:.6f} kg, mean {total / tally.passengers:.6f} kg")
    print(f"fullest: ferry {tally.fullest[1]} with {tally.fullest[0]}")


if __name__ == "__main__":
    main()
