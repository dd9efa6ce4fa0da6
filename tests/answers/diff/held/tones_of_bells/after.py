"""Learn the size of bells from the strength of their partial tones.

Symptom: none; the network became a module, and training and scaling have classes of their own.
Culprit: none: equal
Report: none (a question asked often: does a module of one's own give the same as Sequential)
"""

import torch
from torch import nn


class BellSize(nn.Module):
    """Two layers from partial tones to a standardised size."""

    def __init__(self, tones, hidden):
        super().__init__()
        self.inner = nn.Linear(tones, hidden)
        self.outer = nn.Linear(hidden, 1)

    def forward(self, tones):
        return self.outer(nn.functional.relu(self.inner(tones)))


class Scale:
    """Standardise sizes and bring them back."""

    def __init__(self, size):
        self.mean, self.spread = size.mean(), size.std()

    def apply(self, size):
        return (size - self.mean) / self.spread

    def undo(self, scaled):
        return scaled * self.spread + self.mean


def bells(number):
    tones = torch.rand(number, 6)
    size = 40 + 30 * tones[:, :1] - 20 * tones[:, 1:2] + 10 * tones[:, 2:3] ** 2 + torch.randn(number, 1)
    return tones, size


def train(model, tones, target, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(tones), target)
        loss.backward()
        optimizer.step()
        yield loss.item()


def main():
    torch.manual_seed(23)
    tones, size = bells(180)
    scale = Scale(size)
    model = BellSize(6, 10)
    losses = list(train(model, tones, scale.apply(size), steps=80))
    print("losses:", [round(value, 6) for value in losses[::20]])
    with torch.no_grad():
        predicted = scale.undo(model(tones[:5]))
    print("sizes:", [round(value, 4) for value in predicted[:, 0].tolist()])


main()
