"""Train a classifier on two moons with a learning rate that falls at every fourth epoch.

Symptom: The loss stops at 0.53 instead of 0.31; the learning rate is almost zero after the second epoch.
Culprit: `scheduler.step()` stands in the loop over batches: 4 steps an epoch instead of one.
Report: pytorch/tutorials#640
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def moons(count=256):
    generator = torch.Generator().manual_seed(15)
    angle = torch.rand(count, generator=generator) * torch.pi
    side = torch.arange(count) % 2
    x = torch.where(side == 0, torch.cos(angle), 1 - torch.cos(angle))
    y = torch.where(side == 0, torch.sin(angle), 0.5 - torch.sin(angle))
    points = torch.stack([x, y], dim=1) + 0.1 * torch.randn(count, 2, generator=generator)
    return TensorDataset(points, side)


def train(model, loader, epochs=12):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.1)
    for _ in range(epochs):
        for points, labels in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(points), labels)
            loss.backward()
            optimizer.step()
            scheduler.step()  # culprit
    return scheduler.get_last_lr()[0]


def main():
    torch.manual_seed(2)
    data = moons()
    model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2))
    rate = train(model, DataLoader(data, batch_size=64, shuffle=True))
    points, labels = data.tensors
    with torch.no_grad():
        scores = model(points)
    print(f"last learning rate {rate:.3g}")
    print(f"loss {nn.functional.cross_entropy(scores, labels):.6f}")
    print(f"accuracy {(scores.argmax(dim=1) == labels).float().mean():.4f}")


main()
