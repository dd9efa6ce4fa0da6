"""Fit the sizes of raindrops of four showers and compute how much of the water falls in large drops.

Symptom: median, spread and volume of all four showers differ, while the test still accepts each fit.
Culprit: lognorm.fit now also fits a shift of the sizes, which was fixed at 0.
Report: erdogant/distfit#33 (a lognormal fit came with a large negative location)
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import stats

LARGE = 3.0  # mm
SHOWERS = {"dawn": (1.1, 0.35), "noon": (1.6, 0.5), "storm": (2.3, 0.45), "night": (0.9, 0.3)}


class Shower(NamedTuple):
    name: str
    sizes: np.ndarray


def measured(drops=250, seed=44):
    rng = np.random.default_rng(seed)
    return [Shower(name, rng.lognormal(np.log(m), s, drops)) for name, (m, s) in SHOWERS.items()]


@dataclass(frozen=True)
class Fit:
    parameters: tuple[float, float, float]

    @classmethod
    def of(cls, sizes, family=stats.lognorm):
        return cls(tuple(family.fit(sizes)))  # culprit

    @property
    def spread(self):
        return self.parameters[0]

    @property
    def median(self):
        return self.parameters[2]

    def beyond(self, size):
        return stats.lognorm(*self.parameters).sf(size)

    def volume(self):
        """Return the mean volume of a drop in mm3."""
        return np.pi / 6 * np.exp(3 * np.log(self.median) + 4.5 * self.spread**2)

    def test(self, sizes):
        return stats.kstest(sizes, "lognorm", args=self.parameters).pvalue


def main():
    for name, sizes in measured():
        fit = Fit.of(sizes)
        percent = 100 * fit.beyond(LARGE)
        print(
            f"{name:6s} median {fit.median:.5f} mm, spread {fit.spread:.5f}, over 3 mm {percent:.4f} percent"
        )
        print(f"       volume {fit.volume():.5f} mm3, test {fit.test(sizes):.3f}")


main()
