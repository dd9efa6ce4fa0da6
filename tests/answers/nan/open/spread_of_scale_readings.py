"""Watch the spread of the readings of several kitchen scales while they arrive.

Symptom: the spread of two of the four scales is nan.
Culprit: mean of squares minus squared mean is below zero in float32 when the spread is small.
Report: ajithabhks/sigmt#15
"""

import numpy as np


class RunningSpread:
    """Mean and standard deviation of a stream of readings, without keeping them."""

    def __init__(self):
        self.count = 0
        self.total = np.float32(0)
        self.squares = np.float32(0)

    def add(self, reading):
        reading = np.float32(reading)
        self.count += 1
        self.total += reading
        self.squares += reading * reading

    def spread(self):
        mean = self.total / np.float32(self.count)
        variance = self.squares / np.float32(self.count) - mean * mean  # culprit
        return np.sqrt(variance)  # culprit, too


def readings(weight, noise, seed):
    rng = np.random.default_rng(seed)
    for value in rng.normal(weight, noise, 500):
        yield None if rng.random() < 0.05 else value


for scale, (weight, noise) in enumerate([(12.0, 0.8), (997.3, 0.01), (43.0, 1.5), (2503.7, 0.02)]):
    meter = RunningSpread()
    for value in readings(weight, noise, seed=scale):
        if value is not None:
            meter.add(value)
    verdict = "needs service" if meter.spread() > 1 else "fine"
    print(f"scale {scale}: {meter.count} readings, spread {meter.spread():.3f} g, {verdict}")
