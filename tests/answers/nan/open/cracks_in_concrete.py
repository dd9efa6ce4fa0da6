"""Mark cracks in photographs of concrete with a small network and a loss that looks at the hard pixels.

Symptom: the loss is a number for some steps, then nan, and all weights are nan.
Culprit: for a sure pixel 1 - p is 0, and the gradient of its power of 0.5 is inf; inf times 0 is nan.
Report: kornia/kornia#918
"""

import argparse

import torch
from torch import nn


def photographs(number, size, generator):
    """Return grey photographs with a dark crack across, and masks that are 1 on the crack."""
    grey = 0.7 + 0.05 * torch.randn(number, 1, size, size, generator=generator)
    mask = torch.zeros(number, 1, size, size)
    for index in range(number):
        row = int(torch.randint(2, size - 2, (1,), generator=generator))
        mask[index, 0, row : row + 2] = 1.0
    return 20 * (grey - 0.55 * mask), mask


class FocalLoss(nn.Module):
    def __init__(self, gamma=0.5, eps=1e-6):
        super().__init__()
        self.gamma = gamma
        self.eps = eps

    def forward(self, logits, mask):
        chance = torch.sigmoid(logits)
        right = torch.where(mask == 1, chance, 1 - chance)
        return -((1 - right) ** self.gamma * torch.log(right + self.eps)).mean()  # culprit


def network():
    return nn.Sequential(
        nn.Conv2d(1, 6, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(6, 6, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(6, 1, 1),
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gamma", type=float, default=0.5)
    parser.add_argument("--steps", type=int, default=60)
    options = parser.parse_args()
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(2)
    grey, mask = photographs(12, 16, generator)
    model, criterion = network(), FocalLoss(options.gamma)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(options.steps):
        optimizer.zero_grad()
        loss = criterion(model(grey), mask)
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            print(f"step {step:2d}: loss {loss.item():.5f}")
    with torch.no_grad():
        found = model(grey) > 0
    print(f"pixels marked {int(found.sum())}, of the crack {int(mask.sum())}")
    print(f"mean weight {sum(p.sum() for p in model.parameters()).item():.4f}")


if __name__ == "__main__":
    main()
