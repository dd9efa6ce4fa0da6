"""Watches a pendulum clock against the radio signal: keeps running figures of the
seconds stamp of every beat and reports the steadiness of the beat by day.

Symptom: none
Culprit: none
Tempts: running figures of values with a large common offset
"""

import numpy as np

BEATS_PER_DAY = 3000
DAYS = 10


class Running:
    """Count, mean and scatter of a stream, one value at a time."""

    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.second = 0.0

    def push(self, value):
        self.n += 1
        before = value - self.mean
        self.mean += before / self.n
        self.second += (before * (value - self.mean) - self.second) / self.n

    def scatter(self):
        variance = self.second
        return np.sqrt(max(variance, 0.0) * self.n / (self.n - 1))


def beats(rng, day):
    """Deviation of each beat in milliseconds, on top of the day's clock error."""
    error = 400_000.0 + 310.0 * day
    quality = 0.02 + 0.004 * day
    return error + rng.normal(0.0, quality, BEATS_PER_DAY)


def weighted_rate(means):
    day = np.arange(len(means))
    slope, _ = np.polyfit(day, np.asarray(means) - means[0], 1)
    return slope


def main():
    rng = np.random.default_rng(1656)
    means, scatters = [], []
    for day in range(DAYS):
        figures = Running()
        for value in beats(rng, day):
            figures.push(value)
        means.append(figures.mean)
        scatters.append(figures.scatter())
    for day, (m, s) in enumerate(zip(means, scatters)):
        print(f"day {day + 1:2d}: mean {m:.4f} ms, scatter {s:.4f} ms")
    print(f"gain {weighted_rate(means):.4f} ms a day")
    print(f"mean scatter {np.mean(scatters):.4f} ms, worst day {np.argmax(scatters) + 1}")


if __name__ == "__main__":
    main()
