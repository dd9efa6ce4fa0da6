"""Train a small network on the colours of moths.

Symptom: the layers went into a module and the steps into functions; all numbers are the same
Culprit: none: equal
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Eye(nn.Module):
    def __init__(self, wide=10):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, wide), nn.ReLU(), nn.Linear(wide, 2))

    def forward(self, x):
        return self.layers(x)


def moths(count):
    colour = torch.rand(count, 3)
    return colour, (colour.sum(dim=1) < 1.4).long()


def epoch_loss(eye, optimizer, loader):
    losses = []
    for x, y in loader:
        loss = nn.functional.cross_entropy(eye(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


@torch.no_grad()
def seen(eye, colour):
    return eye(colour).argmax(dim=1)


def main():
    torch.manual_seed(4)
    colour, dark = moths(120)
    eye = Eye()
    optimizer = torch.optim.Adam(eye.parameters(), lr=0.02)
    loader = DataLoader(TensorDataset(colour, dark), batch_size=30)
    for epoch in range(6):
        print(f"epoch {epoch} {epoch_loss(eye, optimizer, loader):.6f}")
    guess = seen(eye, colour)
    print(f"right {(guess == dark).float().mean().item():.5f}, dark {guess.sum().item()}")


main()
