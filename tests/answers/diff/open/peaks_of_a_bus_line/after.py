"""Which stops of a bus line are crowded, by the highest tenth of each hour.

Symptom: no stop is crowded any more
Culprit: the percentile is given as a fraction
Report: none
"""

import numpy as np

UPPER, LOWER = 0.9, 0.1  # culprit, too


class Counts:
    """People at a stop: hours, days, stops."""

    def __init__(self, people, seats):
        self.people = people
        self.seats = seats

    def level(self, which):
        return np.percentile(self.people, which, axis=1)  # culprit

    def share(self):
        return self.level(UPPER) / self.seats

    def spread(self):
        return np.mean(self.level(UPPER) - self.level(LOWER))

    def crowded(self, limit=0.8):
        share = self.share()
        return share > limit, np.maximum(share - limit, 0.0).sum(axis=0)


def counted(seed, hours=16, days=60, stops=14):
    rng = np.random.default_rng(seed)
    usual = rng.uniform(2, 25, (hours, 1, stops))
    people = rng.poisson(usual, (hours, days, stops)).astype(float)
    return Counts(people, rng.integers(20, 40, stops))


def main():
    counts = counted(5)
    crowded, score = counts.crowded()
    print(f"largest share {counts.share().max():.5f}")
    print(f"spread {counts.spread():.5f}")
    print("crowded hours", crowded.sum(axis=0))
    print(f"score {score.sum():.6f}")


main()
