"""Load of a crane from the pressure in its cylinders, by a small network.

Trains on measured lifts and prints the error every tenth epoch.

Symptom: the error grows and is NaN from about epoch 40 on.
Culprit: the gradients are set to zero once, before the loop, so those of all epochs add up.
Report: none
"""

import torch
from torch import nn


def lifts(count):
    generator = torch.Generator().manual_seed(1)
    pressure = torch.rand(count, 3, generator=generator) * 4 - 2
    load = pressure @ torch.tensor([[2.0], [-1.0], [0.5]]) + 0.3 * pressure[:, :1] ** 2
    return pressure, load


def train(model, pressure, load, epochs=120):
    optimiser = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    optimiser.zero_grad()  # culprit
    for epoch in range(epochs):
        error = (model(pressure) - load).pow(2).mean()
        error.backward()
        optimiser.step()
        if epoch % 10 == 0:
            print(f"epoch {epoch:3d}: error {error.item():.4g}")
    return model


torch.manual_seed(2)
model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
pressure, load = lifts(64)
train(model, pressure, load)
print(f"at rest {model(torch.zeros(1, 3)).item():.3f}")
