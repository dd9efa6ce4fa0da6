"""How high the flood of a hundred years is, by the yearly highest levels of a creek.

Symptom: a lower flood of a hundred years
Culprit: Euler's constant is left out of the place of the distribution
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class Gumbel:
    place: float
    scale: float

    @classmethod
    def of(cls, levels):
        scale = levels.std(ddof=1) * np.sqrt(6) / np.pi
        return cls(levels.mean() - scale, scale)  # culprit

    def level(self, years):
        """Return the level that is passed once in so many years."""
        return self.place - self.scale * np.log(-np.log(1 - 1 / years))


def returns(count):
    return (count + 1) / np.arange(1, count + 1)


def trend(years, levels):
    slope, _ = np.polyfit(years - years.mean(), levels, 1)
    return slope


def main():
    rng = np.random.default_rng(15)
    levels = stats.gumbel_r.rvs(loc=2.0, scale=0.5, size=60, random_state=rng)
    gumbel = Gumbel.of(levels)
    ranked = np.flip(np.sort(levels))
    distance = np.abs(ranked - gumbel.level(returns(len(levels))))
    print(f"flood of a hundred years {gumbel.level(100):.6f}")
    print(f"distance from the line {distance.mean():.6f}")
    print(f"trend {trend(np.arange(1960, 2020), levels):.7f} a year")


main()
