"""Train a network on the noise of a fan, with small batches that are added up.

Symptom: the loss of the first epoch already differs
Culprit: the gradients of four batches are added in place of averaged
Report: karpathy/nanoGPT#206 (division by the number of accumulation steps)
"""

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
            part = slice(start, start + 8)
            loss = loss_of(model(x[part]), y[part])
            total += loss.item()
            loss.backward()  # culprit
            if number % STEPS == STEPS - 1:
                optimizer.step()
                optimizer.zero_grad()
        print(f"epoch {epoch:2d}: {total / 8:.6f}")


train(4)
