"""Rolling spread of a turbine's bearing signal, with an alarm level.

Culprit: rolling E[x2]-E[x]2 from running sums goes negative, square root NaN
Report: TA-Lib/ta-lib#202, OPM/ResInsight#14627
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Channel:
    name: str
    offset_mv: float
    gain: float


CHANNELS = [
    Channel("bearing A", 12.0, 1.0),
    Channel("bearing B", 850000.0, 1.0),
    Channel("gearbox", 310.0, 2.5),
]


def record(channel, rng, n=6000):
    """Idle for the middle third: the amplifier then gives a constant."""
    wave = 4 * np.sin(np.arange(n) * 0.31) + rng.standard_normal(n)
    wave[n // 3 : 2 * n // 3] = 0.1
    return channel.offset_mv / 3 + channel.gain * wave


def rolling_sum(x, window):
    total = np.concatenate([[0.0], np.cumsum(x)])
    return total[window:] - total[:-window]


def rolling_std(x, window):
    mean = rolling_sum(x, window) / window
    mean_sq = rolling_sum(x * x, window) / window
    return np.sqrt(mean_sq - mean**2)  # culprit


class Monitor:
    def __init__(self, window=64, factor=3.0):
        self.window = window
        self.factor = factor
        self.baseline = {}

    def learn(self, channel, signal):
        spread = rolling_std(signal, self.window)
        self.baseline[channel.name] = spread.mean(), spread.std()

    def level(self, channel):
        mean, sd = self.baseline[channel.name]
        return mean + self.factor * sd

    def check(self, channel, signal):
        spread = rolling_std(signal, self.window)
        return int((spread > self.level(channel)).sum()), spread[-1]


def main():
    rng = np.random.default_rng(55)
    monitor = Monitor()
    for channel in CHANNELS:
        monitor.learn(channel, record(channel, rng))
    levels = []
    for channel in CHANNELS:
        signal = record(channel, rng)
        signal[-200:] += 9 * rng.standard_normal(200)
        alarms, last = monitor.check(channel, signal)
        levels.append(monitor.level(channel))
        print(f"{channel.name:10s} level {levels[-1]:8.3f} alarms {alarms:4d} last {last:.2f}")
    print("plant level", np.mean(levels))


if __name__ == "__main__":
    main()
