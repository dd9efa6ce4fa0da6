"""Estimate how long street lamps burn, with bands of confidence, for three makers.

Symptom: the mean width of the band is nan for one maker of three.
Culprit: when the last lamp of a maker burns out, the formula divides by the 0 lamps that are left: 0 squared times inf.
Report: none
"""

from dataclasses import dataclass

import numpy as np

MAKERS = {"Argos": (900.0, 30), "Bellona": (1300.0, 40), "Corona": (700.0, 25)}
END_OF_TEST = {"Argos": 1100.0, "Bellona": 1000.0, "Corona": np.inf}


@dataclass
class Test:
    maker: str
    hours: np.ndarray
    burnt: np.ndarray

    @classmethod
    def run(cls, maker, rng):
        scale, number = MAKERS[maker]
        life = scale * rng.weibull(1.8, number)
        end = END_OF_TEST[maker]
        return cls(maker, np.minimum(life, end), life <= end)


@dataclass
class Curve:
    hours: np.ndarray
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def width(self):
        return self.high - self.low


def kaplan_meier(test):
    hours = np.unique(test.hours[test.burnt])
    at_risk = np.array([np.count_nonzero(test.hours >= hour) for hour in hours], dtype=float)
    failed = np.array([np.count_nonzero((test.hours == hour) & test.burnt) for hour in hours], dtype=float)
    share = np.cumprod(1.0 - failed / at_risk)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.cumsum(failed / (at_risk * (at_risk - failed)))  # culprit
    error = np.sqrt(share**2 * relative)
    return Curve(hours, share, np.maximum(share - 1.96 * error, 0.0), np.minimum(share + 1.96 * error, 1.0))


def median(curve):
    below = curve.share <= 0.5
    return curve.hours[below][0] if below.any() else np.inf


def main():
    rng = np.random.default_rng(1879)
    best, smallest = None, np.inf
    for maker in MAKERS:
        test = Test.run(maker, rng)
        curve = kaplan_meier(test)
        width = curve.width.mean()
        if width < smallest:
            best, smallest = maker, width
        print(
            f"{maker:8s} {test.burnt.sum():3d} burnt out, half after {median(curve):7.1f} h, band {width:.4f}"
        )
    print("most certain:", best)


main()
