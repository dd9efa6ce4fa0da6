"""Meter reading of a pumping station after ten thousand quarter hours.

Symptom: The number is wrong.
Culprit: Float32 running total no longer grows.
Report: numpy/numpy#24443
"""

import numpy as np

rng = np.random.default_rng(24)


class Meter:
    """Keeps the total the way the device does, in single precision."""

    def __init__(self, start):
        self.total = np.float32(start)
        self.count = 0

    def add(self, kwh):
        self.total = self.total + np.float32(kwh)  # culprit
        self.count += 1


QUARTERS = 10_000
hours = np.arange(QUARTERS) / 4.0
use = 0.36 + 0.08 * np.sin(2 * np.pi * hours / 24) + rng.normal(0, 0.02, QUARTERS)
use = np.clip(use, 0, None)

meter = Meter(9_000_000.0)
for kwh in use:
    meter.add(kwh)

print("quarter hours:", meter.count)
print("mean use (kWh):", use.mean().round(4))
print("meter reading (kWh):", float(meter.total))
