"""Fit the price of cheese to its age by gradient descent.

Symptom: the script became a class; all numbers are the same
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Scaler:
    mean: np.ndarray
    std: np.ndarray

    @classmethod
    def of(cls, x):
        return cls(x.mean(axis=0), x.std(axis=0))

    def __call__(self, x):
        return (x - self.mean) / self.std


class Line:
    def __init__(self, features):
        self.weights = np.zeros(features)
        self.bias = 0.0

    def predict(self, x):
        return self.bias + x @ self.weights

    def descend(self, x, y, rate):
        error = self.predict(x) - y
        self.weights -= rate * (error @ x) / len(y)
        self.bias -= rate * np.mean(error)
        return error

    def in_units(self, scaler):
        slope = self.weights / scaler.std
        return slope, self.bias - slope @ scaler.mean


def cheeses(count, seed):
    rng = np.random.default_rng(seed)
    age, fat = rng.uniform(1, 24, count), rng.uniform(20, 50, count)
    return np.stack([age, fat], axis=1), 8 + 0.9 * age + 0.1 * fat + rng.normal(0, 0.7, count)


x, price = cheeses(70, seed=19)
scaler, line = Scaler.of(x), Line(2)
for _ in range(80):
    error = line.descend(scaler(x), price, rate=0.1)
slope, start = line.in_units(scaler)
print(f"a month {slope[0]:.6f}, a percent of fat {slope[1]:.6f}, start {start:.5f}")
print(f"error {np.sqrt(np.mean(error**2)):.6f}")
print(f"a cheese of a year {start + slope @ [12, 35]:.5f}")
