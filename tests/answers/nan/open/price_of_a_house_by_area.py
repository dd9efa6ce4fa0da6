"""Fit a straight line through house prices by gradient descent.

Symptom: the fitted slope and intercept are nan; the loss is inf from step 108 and nan from step 216.
Culprit: with areas up to 199 a learning rate of 0.001 is about 13 times too large, so every step overshoots.
Report: keras-team/keras#3040
"""

import numpy as np

LEARNING_RATE = 0.001  # culprit
STEPS = 400


def loss_and_gradient(slope, intercept, area, price):
    error = slope * area + intercept - price
    return np.mean(error**2), 2 * np.mean(error * area), 2 * np.mean(error)


def fit(area, price):
    slope, intercept = 0.0, 0.0
    best = np.inf
    for step in range(STEPS):
        loss, by_slope, by_intercept = loss_and_gradient(slope, intercept, area, price)
        best = min(best, loss)
        if step % 80 == 0:
            print(f"step {step:3d}: loss {loss:.4g}")
        slope -= LEARNING_RATE * by_slope
        intercept -= LEARNING_RATE * by_intercept
    return slope, intercept, best


area = np.arange(200.0)
price = 2.0 * area + 30
slope, intercept, best = fit(area, price)
print(f"price = {slope:.3f} * area + {intercept:.3f}, best loss {best:.4g}")
