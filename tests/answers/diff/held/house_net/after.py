"""Trains a small network for house prices.

Symptom: the test loss rises from 0.0222 to 4.4426 and all predictions are nearly the same (spread 0.008).
Culprit: the squeeze was lost, so (240, 1) minus (240,) broadcasts to 240 x 240 differences and the network learns the mean.
Report: pytorch/pytorch#4938
"""

import torch
from torch import nn

torch.set_num_threads(1)


def make_houses(count=300, seed=4):
    torch.manual_seed(seed)
    x = torch.randn(count, 4)
    y = 2.0 * x[:, 0] - 1.0 * x[:, 1] + 0.5 * x[:, 2] * x[:, 3] + 0.1 * torch.randn(count)
    return x, y


class HouseNet(nn.Module):
    def __init__(self, inputs=4, width=32):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, houses):
        return self.layers(houses)  # culprit


def weighted_loss(predicted, target, weight=1.0):
    """Squared error with an optional weight for the house."""
    return (weight * (predicted - target) ** 2).mean()  # culprit, too


def train(model, x, y, epochs=300, rate=0.01):
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = weighted_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    x, y = make_houses()
    model = HouseNet()
    training_loss = train(model, x[:240], y[:240])
    with torch.no_grad():
        predicted = model(x[240:])
        test_loss = weighted_loss(predicted, y[240:])
    print(f"training loss: {training_loss:.4f}")
    print(f"test loss: {test_loss.item():.4f}")
    print(f"spread of the predictions: {predicted.std().item():.3f}")
    print(f"spread of the prices: {y[240:].std().item():.3f}")


if __name__ == "__main__":
    main()
