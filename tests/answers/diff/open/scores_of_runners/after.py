"""Score runners by their three best races, and rank the clubs.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np


class League:
    def __init__(self, times, clubs):
        self.times = times
        self.clubs = clubs

    def points(self, races=3):
        best = np.sort(self.times, axis=1)[:, :races]
        return (60 - best).sum(axis=1)

    def table(self):
        points = self.points()
        totals = {int(club): points[self.clubs == club].sum() for club in np.unique(self.clubs)}
        return sorted(totals.items(), key=lambda entry: -entry[1])


def results(seed):
    rng = np.random.default_rng(seed)
    return rng.normal(42, 4, size=(12, 6)).round(1)


def main():
    league = League(results(seed=6), np.tile([0, 1, 2], 4))
    for club, total in league.table():
        print(f"club {club}: {total:.1f}")


main()
