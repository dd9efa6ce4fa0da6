"""Watch how a church sinks, from a levelling instrument that reports every few minutes in single precision.

A small object keeps the mean and the spread of each hour without storing the readings. Readings during bell ringing
are flagged and not counted. Hours are weighted by their precision in a straight-line fit.

Symptom: the spread of some hours and with it the rate of sinking and its error print nan
Culprit: the mean of squares minus the square of the mean cancels in float32 and comes out negative under the root
Report: none
"""

import numpy as np


class Spread:
    """Mean and spread of numbers that arrive one after the other."""

    def __init__(self):
        self.count = 0
        self.total = np.float32(0)
        self.squares = np.float32(0)

    def add(self, value):
        """Take one number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self):
        """The mean so far."""
        return self.total / np.float32(self.count)

    @property
    def spread(self):
        """The standard deviation so far."""
        variance = self.squares / np.float32(self.count) - self.mean**2  # culprit
        return np.sqrt(variance)


def instrument(seed, hours, per_hour):
    """Return heights (hours, readings) in metres above the sea as float32, and a mask of readings during ringing."""
    rng = np.random.default_rng(seed)
    hour = np.arange(hours)[:, None]
    heights = 412.3 - 2e-4 * hour + rng.normal(0, 0.015, (hours, per_hour))
    ringing = np.zeros((hours, per_hour), dtype=bool)
    ringing[::6, :2] = True
    heights[ringing] += rng.normal(0, 0.3, int(ringing.sum()))
    return heights.astype(np.float32), ringing


def hourly(heights, ringing):
    """Return mean and standard error of each hour."""
    means, errors = [], []
    for values, skipped in zip(heights, ringing, strict=True):
        keeper = Spread()
        for value in values[~skipped]:
            keeper.add(value)
        means.append(float(keeper.mean))
        errors.append(float(keeper.spread) / np.sqrt(keeper.count))
    return np.array(means), np.array(errors)


def line(hours, means, errors):
    """Return slope and its standard error of a straight line through points with errors."""
    weights = 1.0 / np.maximum(errors, 1e-4) ** 2
    centre = (weights * hours).sum() / weights.sum()
    spread = (weights * (hours - centre) ** 2).sum()
    return (weights * (hours - centre) * means).sum() / spread, 1.0 / np.sqrt(spread)


def main():
    """Print the first hours and the rate."""
    heights, ringing = instrument(18, 48, 20)
    means, errors = hourly(heights, ringing)
    print(f"{int(ringing.sum())} readings during ringing are not counted")
    for hour in range(0, 48, 8):
        print(f"hour {hour:2d}: {means[hour]:.3f} m +- {1000 * errors[hour]:.1f} mm")
    rate, error = line(np.arange(48.0), means, errors)
    print(f"rate {1000 * rate * 24:.2f} +- {1000 * error * 24:.2f} mm a day")


if __name__ == "__main__":
    main()
