"""Test loss of a model of ferry delays, in batches.

Symptom: The last number is another one.
Culprit: Mean of batch means, last batch small.
Report: Lightning-AI/pytorch-lightning#2924
"""

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def trips(n=260):
    wind = torch.rand(n, 1).sort(dim=0).values * 20  # calm trips first
    delay = 0.02 * wind**2 + 0.1 * wind * torch.randn(n, 1)
    return wind, delay


def fit(wind, delay):
    model = torch.nn.Linear(1, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(300):
        optimizer.zero_grad()
        F.mse_loss(model(wind), delay).backward()
        optimizer.step()
    return model


@torch.no_grad()
def evaluate(model, loader):
    total = 0.0
    for x, y in loader:
        total += F.mse_loss(model(x), y).item()
    return total / len(loader)  # culprit


def main():
    torch.set_num_threads(1)
    torch.manual_seed(3)
    wind, delay = trips()
    model = fit(wind, delay)
    loader = DataLoader(TensorDataset(wind, delay), batch_size=64)
    print("trips:", len(wind))
    print(f"loss: {evaluate(model, loader):.4f}")


if __name__ == "__main__":
    main()
