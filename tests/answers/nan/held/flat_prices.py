"""Price of flats from floor area and rooms, by gradient descent.

Symptom: The program prints NaN or inf.
Culprit: Gradient descent diverges on unscaled features.
Report: none
"""

import numpy as np

rng = np.random.default_rng(1)

n = 250
area = rng.uniform(25, 140, n)
rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.4, n)), 1, 6)
age = rng.uniform(0, 90, n)
price = 3.1 * area + 12.0 * rooms - 0.4 * age + 40 + rng.normal(0, 15, n)

X = np.column_stack([np.ones(n), area, rooms, age])
learning_rate = 0.01  # culprit
theta = np.zeros(X.shape[1])


def cost(X, y, theta):
    r = X @ theta - y
    return float((r @ r) / (2 * len(y)))


def gradient(X, y, theta):
    return X.T @ (X @ theta - y) / len(y)


costs = [cost(X, price, theta)]
for step in range(1500):
    theta = theta - learning_rate * gradient(X, price, theta)
    costs.append(cost(X, price, theta))

print("cost at the start:", round(costs[0], 2))
print("cost after one step:", round(costs[1], 2))
print("coefficients:", theta)
print("price of 60 square metres, 2 rooms, 10 years:", theta @ np.array([1, 60, 2, 10]))
