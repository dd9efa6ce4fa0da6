"""Train a small network on the songs of wrens and print its loss on the rest.

Symptom: the loss on the rest is another.
Culprit: the loader hands the songs on in batches of 16, and the step is 0.01 in place of 0.1.
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def wrens():
    songs = torch.randn(96, 6)
    return songs, (songs[:, 0] + songs[:, 1] * songs[:, 2] > 0).float()[:, None]


def train(model, data, epochs=5, step=0.01):  # culprit
    optimizer = torch.optim.SGD(model.parameters(), lr=step)
    for _ in range(epochs):
        for songs, kind in DataLoader(data, batch_size=16):
            loss = nn.functional.binary_cross_entropy_with_logits(model(songs), kind)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()  # culprit, too


def main():
    torch.manual_seed(12)
    songs, kind = wrens()
    model = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 1))
    train(model, TensorDataset(songs[:64], kind[:64]))
    with torch.no_grad():
        rest = nn.functional.binary_cross_entropy_with_logits(model(songs[64:]), kind[64:])
    print(f"loss on the rest: {rest.item():.6f}")


main()
