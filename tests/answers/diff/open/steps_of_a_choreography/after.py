"""Check a choreography: where each dancer stands at every beat and how close two of them come.

Symptom: each dancer is an object now and pairs come from combinations; all places and distances are the same.
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

TURNS = {"left": 90, "right": -90, "stay": 0, "about": 180}
PATTERN = ["stay", "left", "stay", "right", "right", "stay", "about", "left"]


@dataclass
class Dancer:
    name: str
    x: float
    heading: int

    def track(self, moves):
        """Return the places before the first and after each beat, shape (beats + 1, 2)."""
        turned = self.heading + np.cumsum([TURNS[move] for move in moves])
        angle = np.deg2rad(turned % 360)
        stride = np.where(np.arange(len(moves)) % 4, 0.5, 1.0)[:, None]
        steps = stride * np.column_stack([np.cos(angle), np.sin(angle)])
        return np.cumsum(np.vstack([[self.x, 0.0], steps]), axis=0)


def rotated(moves, by):
    return moves[by:] + moves[:by]


def closest(first, second):
    gap = np.sqrt(((first - second) ** 2).sum(axis=1))
    return gap.min(), gap.argmin()


def main():
    dancers = [
        Dancer(name, 2.0 * number, 90 - 30 * number) for number, name in enumerate(["Ana", "Bea", "Cid"])
    ]
    tracks = {dancer.name: dancer.track(rotated(PATTERN * 3, by)) for by, dancer in enumerate(dancers)}
    for name, track in tracks.items():
        print(f"{name} ends at {track[-1].round(9)}, reach {np.abs(track).max():.9f}")
    for one, other in combinations(tracks, 2):
        gap, beat = closest(tracks[one], tracks[other])
        print(f"{one} and {other}: {gap:.9f} m at beat {beat}")


main()
