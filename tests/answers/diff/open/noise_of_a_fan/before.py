"""Train a network on the noise of a fan, with small batches that are added up."""

import torch
from torch import nn

torch.manual_seed(33)
x = torch.randn(64, 10)
y = x @ torch.randn(10, 1) + 0.1 * torch.randn(64, 1)
model = nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
loss_of = nn.MSELoss()
STEPS = 4


def train(epochs):
    for epoch in range(epochs):
        total = 0.0
        optimizer.zero_grad()
        for number, start in enumerate(range(0, 64, 8)):
            loss = loss_of(model(x[start : start + 8]), y[start : start + 8])
            total += loss.item()
            (loss / STEPS).backward()
            if number % STEPS == STEPS - 1:
                optimizer.step()
                optimizer.zero_grad()
        print(f"epoch {epoch}: {total / 8:.6f}")


train(4)
