"""Predict hours of sunshine with an error for each day: a network gives the mean and the spread.

Symptom: the loss is nan in every step, and spreads are below zero.
Culprit: the spread is the plain output of a linear layer, which may be negative; its logarithm is nan.
Report: motokimura/PyTorch_Gaussian_YOLOv3#23 (a Gaussian loss gives nan in a regression)
"""

import torch
from torch import nn


class Forecaster(nn.Module):
    """A network with a mean and a spread for each day."""

    def __init__(self, features, hidden=24):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, hidden), nn.Tanh())
        self.mean = nn.Linear(hidden, 1)
        self.spread = nn.Linear(hidden, 1)

    def forward(self, x):
        inside = self.body(x)
        return self.mean(inside).squeeze(1), self.spread(inside).squeeze(1)  # culprit


def gaussian_loss(mean, spread, hours):
    return (torch.log(spread) + 0.5 * ((hours - mean) / spread) ** 2).mean()  # culprit, too


def train(model, x, hours, steps=60):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        loss = gaussian_loss(*model(x), hours)
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step:3d}  loss {loss.item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(4)
    x = torch.randn(240, 5)
    hours = 6 + 2 * x[:, 0] - x[:, 1] + (0.5 + 0.4 * x[:, 2].abs()) * torch.randn(240)
    model = Forecaster(5)
    train(model, x, hours)
    mean, spread = model(x[:4])
    print("hours:", mean.tolist())
    print("spread:", spread.tolist())
