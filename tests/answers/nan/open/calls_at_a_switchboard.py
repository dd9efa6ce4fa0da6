"""Learn how many calls a switchboard gets by hour and weekday.

Symptom: the loss is nan in each epoch, and the forecasts are rates below 0.
Culprit: the loss takes the output as a rate, but the layer gives any sign, and the log of a number below 0 is nan.
Report: pytorch/pytorch#184030
"""

import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def features(hour, weekday):
    turn = 2 * math.pi * hour / 24
    weekend = (weekday >= 5).float()
    return torch.stack([torch.sin(turn), torch.cos(turn), weekend, weekend * torch.cos(turn)], dim=1)


def counts(weeks, generator):
    hour = torch.arange(24 * 7 * weeks) % 24
    weekday = torch.arange(24 * 7 * weeks) // 24 % 7
    rate = torch.exp(1.6 - 1.1 * torch.cos(2 * math.pi * (hour - 2) / 24) - 0.9 * (weekday >= 5))
    return features(hour, weekday), torch.poisson(rate, generator=generator)


class Forecaster(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.Tanh())
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(1)  # culprit, too


def train(model, loader, epochs):
    criterion = nn.PoissonNLLLoss(log_input=False)  # culprit
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(epochs):
        total = 0.0
        for x, calls in loader:
            optimizer.zero_grad()
            loss = criterion(model(x), calls)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(loader):8.4f}")


def main():
    generator = torch.Generator().manual_seed(20)
    torch.manual_seed(20)
    x, calls = counts(weeks=6, generator=generator)
    loader = DataLoader(TensorDataset(x, calls), batch_size=64, shuffle=True, generator=generator)
    model = Forecaster()
    train(model, loader, epochs=4)
    with torch.no_grad():
        noon, night = model(features(torch.tensor([12, 3]), torch.tensor([1, 1]))).tolist()
    print(f"noon and night outputs: {noon:.3f} {night:.3f}")


if __name__ == "__main__":
    main()
