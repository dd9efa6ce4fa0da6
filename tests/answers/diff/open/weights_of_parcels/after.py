"""Train a small network to guess the weight of parcels from their sides.

Symptom: the loss after six epochs differs in its first digit.
Culprit: gradients are set to zero once an epoch, so those of earlier batches add up.
Report: none
"""

import torch
from torch import nn


def parcels(count=48):
    sides = torch.rand(count, 3) + 0.2
    return sides, sides.prod(dim=1, keepdim=True) * 4


def batches(*tensors, size=16):
    yield from zip(*(tensor.split(size) for tensor in tensors), strict=True)


def train(model, sides, weights, epochs=6):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(epochs):
        optimizer.zero_grad()  # culprit
        for part, target in batches(sides, weights):
            loss = nn.functional.mse_loss(model(part), target)
            loss.backward()
            optimizer.step()


def main():
    torch.manual_seed(11)
    sides, weights = parcels()
    model = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 1))
    train(model, sides, weights)
    print("loss:", nn.functional.mse_loss(model(sides), weights).item())


main()
