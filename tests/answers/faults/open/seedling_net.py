"""Classify seedling species from leaf measurements with a small network.

Symptom: The number is wrong.
Culprit: Sum of batch-mean losses divided by the number of samples (0.025 instead of 0.799).
Report: pytorch/tutorials#1486
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(1)


def leaves(n, seed):
    g = torch.Generator().manual_seed(seed)
    species = torch.randint(0, 4, (n,), generator=g)
    centre = torch.tensor([[2.0, 1.0, 0.3], [3.0, 0.8, 0.6], [2.4, 1.6, 0.5], [3.4, 1.5, 0.2]])
    x = centre[species] + 0.45 * torch.randn(n, 3, generator=g)
    return TensorDataset(x, species)


def build():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 4))


def step(model, rate):
    with torch.no_grad():
        for p in model.parameters():
            p -= rate * p.grad


def train(model, loader, epochs=12, rate=0.15):
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            model.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            step(model, rate)
            total += loss.item()
        if epoch % 4 == 3:
            print(f"epoch {epoch + 1:2d}  train loss {total / len(loader):.3f}")


def test(model, loader):
    loss_fn = nn.CrossEntropyLoss()
    size = len(loader.dataset)
    model.eval()
    loss, correct = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_fn(out, y).item()
            correct += (out.argmax(1) == y).sum().item()
    loss /= size  # culprit
    return loss, correct / size


def main():
    train_loader = DataLoader(leaves(800, 1), batch_size=32)
    test_loader = DataLoader(leaves(320, 2), batch_size=32)
    model = build()
    train(model, train_loader)
    loss, accuracy = test(model, test_loader)
    print(f"test accuracy {accuracy:.3f}")
    print(f"test loss {loss:.4f}")


if __name__ == "__main__":
    main()
