"""Train a network with one hidden layer by hand-written gradients."""

import numpy as np

rng = np.random.default_rng(4)
x = rng.normal(size=(120, 6))
y = (x[:, :1] * x[:, 1:2] > 0).astype(float)
w1 = rng.normal(scale=0.5, size=(6, 10))
w2 = rng.normal(scale=0.5, size=(10, 1))
for _ in range(60):
    hidden = np.tanh(x @ w1)
    guess = 1 / (1 + np.exp(-(hidden @ w2)))
    error = (guess - y) / len(x)
    slope2 = hidden.T @ error
    back = error @ w2.T * (1 - hidden**2)
    slope1 = x.T @ back
    w1 -= 2.0 * slope1
    w2 -= 2.0 * slope2
loss = -np.mean(y * np.log(guess) + (1 - y) * np.log(1 - guess))
print(f"loss {loss:.6f}, right {np.mean((guess > 0.5) == y):.3f}")
