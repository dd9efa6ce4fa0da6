"""Learn the weight of eggs from their length and width.

Symptom: weights and error differ in the second digit
Culprit: the scaler is fitted to all eggs, also to those of the test
Report: none
"""

import numpy as np


def eggs(number, seed):
    rng = np.random.default_rng(seed)
    length, width = rng.normal(57, 2, number), rng.normal(43, 1.5, number)
    weight = 0.00055 * length * width**2 + rng.normal(0, 0.4, number)
    return np.column_stack([length, width]), weight


class Scaler:
    def fit(self, inputs):
        self.mean, self.scale = inputs.mean(axis=0), inputs.std(axis=0)
        return self

    def transform(self, inputs):
        return np.column_stack([np.ones(len(inputs)), (inputs - self.mean) / self.scale])


def descend(inputs, y, steps=200, rate=0.1):
    theta = np.zeros(inputs.shape[1])
    for _ in range(steps):
        theta -= rate * inputs.T @ (inputs @ theta - y) / len(y)
    return theta


def main():
    inputs, y = eggs(90, 45)
    scaler = Scaler().fit(inputs)  # culprit
    theta = descend(scaler.transform(inputs[:60]), y[:60])
    error = scaler.transform(inputs[60:]) @ theta - y[60:]
    print("weights:", theta)
    print("error:", np.sqrt(np.mean(error**2)))


main()
