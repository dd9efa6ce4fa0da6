"""Predict grain moisture from microwave sensor readings (PyTorch).

Culprit: (n,1) against (n) broadcasts in the loss (PyTorch)
Report: deepset-ai/FARM#229 and the mse_loss size warning threads
"""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    sensors: int = 5
    hidden: int = 16
    lr: float = 0.02
    epochs: int = 40
    seed: int = 18


def readings(cfg, n=80):
    gen = torch.Generator().manual_seed(cfg.seed)
    x = torch.randn(n, cfg.sensors, generator=gen)
    w = torch.tensor([0.8, -0.5, 0.3, 0.0, 0.2])
    y = 14 + 2 * torch.tanh(x @ w) + 0.2 * torch.randn(n, generator=gen)
    return x, y


class Scale:
    def __init__(self, y):
        self.mean, self.sd = y.mean(), y.std()

    def __call__(self, y):
        return (y - self.mean) / self.sd

    def back(self, z):
        return z * self.sd + self.mean


def build(cfg):
    return nn.Sequential(nn.Linear(cfg.sensors, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, 1))


def step_loss(net, x, target):
    return (net(x) - target).square().mean()  # culprit


def train(cfg, x, y):
    torch.manual_seed(cfg.seed)
    net, scale = build(cfg), Scale(y)
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        loss = step_loss(net, x, scale(y))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1} loss {loss.item():.5f}")
    return net, scale


def main():
    cfg = Config()
    x, y = readings(cfg)
    net, scale = train(cfg, x[:60], y[:60])
    with torch.no_grad():
        guess = scale.back(net(x[60:])).squeeze(-1)
    print(f"test rmse {((guess - y[60:]) ** 2).mean().sqrt().item():.5f}")


if __name__ == "__main__":
    main()
