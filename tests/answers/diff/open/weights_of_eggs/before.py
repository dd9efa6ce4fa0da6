"""Learn the weight of eggs from their length and width."""

import numpy as np

rng = np.random.default_rng(45)
length = rng.normal(57, 2, 90)
width = rng.normal(43, 1.5, 90)
weight = 0.00055 * length * width**2 + rng.normal(0, 0.4, 90)
inputs = np.column_stack([np.ones(90), length, width])
mean, scale = inputs[:60, 1:].mean(axis=0), inputs[:60, 1:].std(axis=0)
inputs[:, 1:] = (inputs[:, 1:] - mean) / scale
theta = np.zeros(3)
for _ in range(200):
    error = inputs[:60] @ theta - weight[:60]
    theta -= 0.1 * inputs[:60].T @ error / 60
test = inputs[60:] @ theta - weight[60:]
print("weights:", theta)
print("error:", np.sqrt(np.mean(test**2)))
