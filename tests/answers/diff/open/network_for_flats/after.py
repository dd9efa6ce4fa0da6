"""Fit a network to rents of flats and print the loss on flats that it has not seen.

Symptom: the loss on new flats differs although training is the same.
Culprit: the mean over batches gives the last batch of 6 flats the weight of one of 32.
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def make_data():
    x = torch.randn(230, 4)
    y = (x[:, :1] * 2 - x[:, 1:2] ** 2 + 0.3 * torch.randn(230, 1)) * 3
    return TensorDataset(x[:160], y[:160]), TensorDataset(x[160:], y[160:])


def train(model, data, epochs=8):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(epochs):
        for start in range(0, len(data), 32):
            features, rents = data[start : start + 32]
            loss = nn.functional.mse_loss(model(features), rents)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


@torch.no_grad()
def evaluate(model, data):
    losses = []
    for features, rents in DataLoader(data, batch_size=32):
        losses.append(nn.functional.mse_loss(model(features), rents).item())
    return sum(losses) / len(losses)  # culprit


def main():
    torch.manual_seed(5)
    known, new = make_data()
    model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    train(model, known)
    print(f"loss on new flats: {evaluate(model, new):.6f}")


main()
