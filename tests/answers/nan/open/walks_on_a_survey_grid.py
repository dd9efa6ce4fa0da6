"""Add up the lengths of walks from peg to peg and compare them with the way as the crow flies.

Symptom: two of three walks are nan metres long.
Culprit: the pegs are int32 millimetres; a leg of 52 m has a square of 2.7e9, which wraps below 0, and its root is nan.
Report: numpy/numpy#21326
"""

from dataclasses import dataclass

import numpy as np

PEGS = {
    "gate": (412_300, 98_150),
    "oak": (430_910, 121_400),
    "well": (441_020, 117_730),
    "barn": (492_880, 121_060),
    "mill": (497_500, 172_940),
    "ford": (505_210, 181_300),
}


@dataclass
class Walk:
    name: str
    stops: list[str]

    def corners(self):
        """Return the pegs in millimetres, shape (stops, 2), as the total station stores them."""
        return np.array([PEGS[stop] for stop in self.stops], dtype=np.int32)  # culprit, too


def length(corners):
    legs = np.diff(corners, axis=0)
    return np.sqrt(legs[:, 0] ** 2 + legs[:, 1] ** 2).sum() / 1000  # culprit


def report(walks):
    for walk in walks:
        corners = walk.corners()
        ends = corners[[0, -1]].astype(float)
        straight = np.hypot(*(ends[1] - ends[0])) / 1000
        walked = length(corners)
        print(
            f"{walk.name:8s} {len(walk.stops)} pegs {walked:8.2f} m, {walked / straight:5.2f} of the straight way"
        )


report(
    [
        Walk("meadow", ["gate", "oak", "well"]),
        Walk("stream", ["well", "barn", "mill"]),
        Walk("round", ["gate", "oak", "well", "barn", "mill", "ford"]),
    ]
)
