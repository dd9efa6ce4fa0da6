"""Describe the pace of postmen over the working day from the times at which they scan letters.

Symptom: The start of all routes changes and one postman is called tired; medians, spreads and rests stay.
Culprit: The smoothed pace begins with the first pace at full weight instead of with a weighted mean of what was seen.
Report: none
"""

from dataclasses import dataclass

import numpy as np

BASE = {"harbour": 1.4, "hill": 2.3, "old town": 0.9, "station": 1.2}
REST = 10.0
SPAN = 30


@dataclass
class Round:
    """The scans of one postman, in order."""

    route: str
    minute: np.ndarray
    letters: np.ndarray

    @property
    def gap(self):
        return np.diff(self.minute)

    @property
    def rests(self):
        return self.gap[self.gap > REST]

    def pace(self):
        """Letters per minute between scans, without the rests, and their letters."""
        working = self.gap <= REST
        letters = self.letters[1:][working]
        return letters / np.maximum(self.gap[working], 0.05), letters


def walked(rng, route):
    minute, minutes, letters = 0.0, [], []
    while minute < 360:
        pause = 18.0 if len(minutes) % 120 == 119 else 0.0
        minute += rng.gamma(2.0, BASE[route] / 2.0) + pause
        minutes.append(round(minute, 3))
        letters.append(int(rng.integers(1, 6)))
    return Round(route, np.array(minutes), np.array(letters))


def smoothed(pace, span=SPAN):
    """Exponential mean: each value is a share of the new pace and the rest of the old mean."""
    share = 2.0 / (span + 1.0)
    smooth = np.empty_like(pace)
    smooth[0] = pace[0]
    for k in range(1, len(pace)):
        smooth[k] = share * pace[k] + (1.0 - share) * smooth[k - 1]  # culprit
    return smooth


def described(walk):
    pace, letters = walk.pace()
    smooth = smoothed(pace)
    return {
        "scans": pace.size,
        "median": np.median(pace),
        "spread": pace.std(ddof=1),
        "start": smooth[10],
        "end": smooth[-1],
        "letters": letters.sum(),
        "tired": smooth[-1] < 0.9 * smooth[10],
    }


def line(route, values):
    return (
        f"{route:9s}{values['scans']:5d} {values['median']:9.5f} {values['spread']:9.5f} "
        f"{values['start']:9.5f} {values['end']:9.5f} {values['letters']:6d} {values['tired']}"
    )


def main():
    rng = np.random.default_rng(1840)
    walks = [walked(rng, route) for route in BASE]
    table = {walk.route: described(walk) for walk in walks}
    for route, values in table.items():
        print(line(route, values))
    for walk in walks:
        print(f"{walk.route}: {walk.rests.size} rests of {walk.rests.sum():.3f} minutes together")
    print(f"letters in all {sum(values['letters'] for values in table.values())}")
    print("fastest:", max(table, key=lambda route: table[route]["median"]))


if __name__ == "__main__":
    main()
