"""Knee angle cycles from a motion lab: smooth, cut into strides, summarise.

Culprit: cutoff divided by the rate, not by the Nyquist frequency
Report: moorepants/DynamicistToolKit#20
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal


@dataclass(frozen=True)
class Lab:
    rate: float = 120.0
    cutoff: float = 6.0
    order: int = 4


def record(lab, seconds=12, seed=5):
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * lab.rate)) / lab.rate
    phase = 2 * np.pi * 0.95 * t
    angle = 32 - 24 * np.cos(phase) + 11 * np.cos(2 * phase + 0.6)
    return t, angle + 1.5 * rng.standard_normal(t.size)


def lowpass(lab):
    normal = lab.cutoff / lab.rate  # culprit
    return signal.butter(lab.order // 2, normal, output="sos")


class Strides:
    def __init__(self, lab, angle):
        self.lab = lab
        self.angle = signal.sosfiltfilt(lowpass(lab), angle)

    def cuts(self):
        peaks, _ = signal.find_peaks(self.angle, distance=0.7 * self.lab.rate, height=40)
        return peaks

    def table(self, points=101):
        cuts = self.cuts()
        grid = np.linspace(0, 1, points)
        return np.array(
            [np.interp(grid, np.linspace(0, 1, b - a), self.angle[a:b]) for a, b in zip(cuts, cuts[1:])]
        )

    def velocity(self):
        return np.gradient(self.angle, 1 / self.lab.rate)


def main():
    lab = Lab()
    _, raw = record(lab)
    strides = Strides(lab, raw)
    table = strides.table()
    mean = table.mean(axis=0)
    print("strides", len(table))
    print(f"range of motion {np.ptp(mean):.4f} deg")
    print(f"stride to stride sd {table.std(axis=0, ddof=1).mean():.4f} deg")
    print(f"peak velocity {np.abs(strides.velocity()).max():.3f} deg/s")


if __name__ == "__main__":
    main()
