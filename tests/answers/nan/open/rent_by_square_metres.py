"""Learn rents from floor space with a linear layer.

Symptom: the loss grows, is inf after eight steps and nan in the end.
Culprit: the learning rate of 0.01 is far too large for floor spaces up to 140: every step overshoots by a factor 150.
Report: krshrimali/Linear-Regression-using-PyTorch-CPP#11
"""

import argparse

import torch
from torch import nn


def flats(count=120):
    space = torch.rand(count, 1) * 115 + 25
    rent = 180 + 11.5 * space + 40 * torch.randn(count, 1)
    return space, rent


def train(steps, report):
    space, rent = flats()
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)  # culprit
    for step in range(steps):
        loss = nn.functional.mse_loss(model(space), rent)
        if step % report == 0:
            print(f"step {step:3d}: loss {loss.item():.4g}")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--report", type=int, default=8)
    options = parser.parse_args()
    torch.manual_seed(11)
    model = train(options.steps, options.report)
    print("rent of 80 square metres:", model(torch.tensor([[80.0]])).item())


if __name__ == "__main__":
    main()
