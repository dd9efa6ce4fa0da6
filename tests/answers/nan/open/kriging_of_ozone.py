"""Interpolate ozone between stations with a Gaussian process.

Symptom: the standard deviation of the prediction at station 2 is nan.
Culprit: the variance at a station is 0 but for rounding, here -2e-16, and its root is nan.
Report: none
"""

import numpy as np


class Kriging:
    def __init__(self, places, values, length=2.0):
        self.places, self.length = places, length
        self.inverse = np.linalg.inv(self.kernel(places, places))
        self.weights = self.inverse @ values

    def kernel(self, one, other):
        squares = ((one[:, None] - other[None]) ** 2).sum(axis=-1)
        return np.exp(-0.5 * squares / self.length**2)

    def predict(self, where):
        between = self.kernel(where, self.places)
        variance = 1.0 - np.einsum("ij,jk,ik->i", between, self.inverse, between)
        return between @ self.weights, np.sqrt(variance)  # culprit


rng = np.random.default_rng(3)
stations = rng.uniform(0, 6, (8, 2))
ozone = 60 + 10 * np.sin(stations[:, 0])
model = Kriging(stations, ozone)
mean, deviation = model.predict(np.vstack([stations, [[3.0, 3.0]]]))
print("means:", mean.round(1))
print("deviations:", deviation)
print("mean deviation:", deviation.mean())
