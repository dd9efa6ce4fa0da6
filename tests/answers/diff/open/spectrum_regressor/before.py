"""Train a network that reads a concentration from a spectrum."""

import torch
from torch import nn


def spectra(count):
    channels = torch.linspace(0, 1, 32)
    amount = torch.rand(count, 1)
    shape = torch.exp(-(((channels - 0.4) / 0.1) ** 2)) * amount
    return shape + 0.02 * torch.randn(count, 32), amount


def build():
    return nn.Sequential(nn.Linear(32, 16), nn.Tanh(), nn.Linear(16, 1))


def train(model, data, target, epochs=120):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=0.05)
    losses = []
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(data), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(4)
    data, target = spectra(128)
    model = build()
    losses = train(model, data, target)
    size = torch.cat([p.detach().flatten() for p in model.parameters()]).norm()
    print(f"first loss {losses[0]:.6f}, last loss {losses[-1]:.6f}")
    print(f"norm of the weights {size:.6f}")


main()
