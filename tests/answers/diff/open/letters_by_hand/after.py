"""Train a network with one hidden layer by hand-written gradients.

Symptom: the loss after 60 steps differs.
Culprit: the output layer is changed before the error is passed back through it.
Report: none
"""

import numpy as np


def sigmoid(values):
    return 1 / (1 + np.exp(-values))


class Network:
    def __init__(self, inputs, hidden, rng):
        self.w1 = rng.normal(scale=0.5, size=(inputs, hidden))
        self.w2 = rng.normal(scale=0.5, size=(hidden, 1))

    def forward(self, x):
        self.hidden = np.tanh(x @ self.w1)
        return sigmoid(self.hidden @ self.w2)

    def backward(self, x, error, rate):
        self.w2 -= rate * (self.hidden.T @ error)  # culprit
        back = error @ self.w2.T * (1 - self.hidden**2)  # culprit, too
        self.w1 -= rate * (x.T @ back)


def cross_entropy(guess, y):
    return -np.mean(y * np.log(guess) + (1 - y) * np.log(1 - guess))


def data(rng):
    x = rng.normal(size=(120, 6))
    return x, (x[:, :1] * x[:, 1:2] > 0).astype(float)


def main():
    rng = np.random.default_rng(4)
    x, y = data(rng)
    network = Network(6, 10, rng)
    for _ in range(60):
        guess = network.forward(x)
        network.backward(x, (guess - y) / len(x), rate=2.0)
    print(f"loss {cross_entropy(guess, y):.6f}, right {np.mean((guess > 0.5) == y):.3f}")


main()
