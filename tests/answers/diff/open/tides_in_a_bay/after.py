"""Sum the squared errors of a line through the tides in a bay, batch by batch.

Symptom: none.
Culprit: none: equal; a loader cuts the batches.
Report: none
"""

import torch
from torch.utils.data import DataLoader, TensorDataset

BATCH = 8


def bay(count):
    hours = torch.linspace(0, 12, count)
    return TensorDataset(hours, 2 + 0.3 * hours + 0.1 * torch.randn(count))


def error(data, start=2, slope=0.3):
    total = 0.0
    for hours, level in DataLoader(data, batch_size=BATCH):
        guess = start + slope * hours
        total += ((guess - level) ** 2).sum()
    return total.item() / len(data)


def main():
    torch.manual_seed(4)
    print(f"error {error(bay(50)):.6f}")


main()
