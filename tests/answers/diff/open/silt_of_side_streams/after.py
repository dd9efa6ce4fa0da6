"""Follow silt from the slopes of a valley through its side streams into the main river.

Symptom: Less silt leaves at the mouth and lies on the beds, and the sums no longer add up to what the slopes give.
Culprit: Adding to an indexed array counts each receiver once, so of streams that meet only the last one arrives.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Valley:
    receiver: np.ndarray
    supply: np.ndarray
    capacity: np.ndarray

    @classmethod
    def drawn(cls, rng, count):
        steps = np.append(rng.integers(1, 9, count - 1), 0)
        receiver = np.minimum(np.arange(count) + steps, count - 1)
        area, steepness, forest = rng.gamma(2.0, 1.5, count), rng.uniform(0.02, 0.4, count), rng.random(count)
        supply = 1.8 * area * steepness**1.2 * np.where(forest > 0.6, 0.35, 1.0)
        capacity = 1.5 + 0.12 * np.arange(count) + rng.uniform(0, 1, count)
        return cls(receiver, supply, capacity)

    @property
    def size(self):
        return self.receiver.size


class Silt:
    """The silt that moves in the water and that which has settled."""

    def __init__(self, valley):
        self.valley = valley
        self.load = np.zeros(valley.size)
        self.bed = np.zeros(valley.size)

    def day(self, rain):
        """Move everything one reach further and return what leaves at the mouth."""
        valley = self.valley
        waiting = self.load + rain * valley.supply
        carried = np.minimum(waiting, valley.capacity)
        self.bed += waiting - carried
        self.load = np.zeros(valley.size)
        self.load[valley.receiver[:-1]] += carried[:-1]  # culprit
        return carried[-1]


def main():
    rng = np.random.default_rng(1342)
    valley = Valley.drawn(rng, 60)
    rain = np.clip(rng.normal(0.4, 0.8, 30), 0, None)
    silt = Silt(valley)
    delivered = np.array([silt.day(today) for today in rain])

    print(f"given by the slopes {rain.sum() * valley.supply.sum():10.4f} t")
    print(f"out at the mouth    {delivered.sum():10.4f} t")
    print(f"on the beds         {silt.bed.sum():10.4f} t")
    print(f"still moving        {silt.load.sum():10.4f} t")
    for reach in np.argsort(-silt.bed)[:5]:
        print(f"reach {reach:2d}: {silt.bed[reach]:9.4f} t of mud")
    print(f"muddiest day: {delivered.argmax()} with {delivered.max():.4f} t")


if __name__ == "__main__":
    main()
