"""Find the bed of a river in the echoes of a sonar.

Symptom: the loops over pings are gone and a class holds the settings; all numbers are the same
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import convolve1d
from scipy.signal import butter, lfilter


@dataclass(frozen=True)
class Sonar:
    rate: float = 20000.0
    speed: float = 1480.0
    low: float = 2000
    high: float = 4000

    def depth(self, delay):
        return delay * self.speed / 2

    def envelope(self, echoes, width=15):
        b, a = butter(2, [self.low, self.high], btype="bandpass", fs=self.rate)
        power = np.square(lfilter(b, a, echoes, axis=1))
        return convolve1d(power, np.full(width, 1 / width), axis=1, mode="constant")


def pings(sonar, count, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(800) / sonar.rate
    depth = 6 + 2 * np.sin(np.arange(count) / 9) + rng.normal(0, 0.1, count)
    since = time - (2 * depth / sonar.speed)[:, None]
    bursts = np.exp(-((since / 4e-4) ** 2)) * np.sin(2 * np.pi * 3000 * since)
    return time, bursts + rng.normal(0, 0.1, bursts.shape), depth


def running_median(values, reach=2):
    windows = (values[max(0, i - reach) : i + reach + 1] for i in range(len(values)))
    return np.array([np.median(window) for window in windows])


def main():
    sonar = Sonar()
    time, echoes, true_depth = pings(sonar, 50, seed=33)
    peaks = sonar.envelope(echoes).argmax(axis=1)
    median = running_median(sonar.depth(time[peaks]))
    error = median - true_depth
    print(f"mean depth {median.mean():.5f}, deepest {median.max():.5f}")
    print(f"bias {error.mean():.5f}, spread {error.std():.5f}")
    print(f"steps over half a metre {(np.abs(np.diff(median)) > 0.5).sum()}")


main()
