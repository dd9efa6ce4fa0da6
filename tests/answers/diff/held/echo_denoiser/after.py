"""Denoise sonar echoes with a small residual network.

Culprit: in-place augmentation changes the data set for later steps (PyTorch)
Report: sacmehta/delight#9 and in-place threads
"""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    length: int = 48
    channels: int = 8
    blocks: int = 2
    lr: float = 5e-3
    steps: int = 25
    seed: int = 14


def echoes(cfg, n=32):
    gen = torch.Generator().manual_seed(cfg.seed)
    t = torch.linspace(0, 1, cfg.length)
    delay = 0.2 + 0.6 * torch.rand(n, 1, generator=gen)
    clean = torch.exp(-((t - delay) ** 2) / 0.004) * torch.sin(60 * t)
    noisy = clean + 0.3 * torch.randn(n, cfg.length, generator=gen)
    return noisy[:, None], clean[:, None]


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a = nn.Conv1d(c, c, 5, padding=2)
        self.b = nn.Conv1d(c, c, 5, padding=2)

    def forward(self, x):
        h = torch.relu(self.a(x))
        return x + 0.5 * self.b(h)


class Net(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.inp = nn.Conv1d(1, cfg.channels, 5, padding=2)
        self.blocks = nn.Sequential(*[Block(cfg.channels) for _ in range(cfg.blocks)])
        self.out = nn.Conv1d(cfg.channels, 1, 5, padding=2)

    def forward(self, x):
        h = self.inp(x)
        y = self.blocks(h)
        return x + self.out(y - h)


class Augment:
    """Random loudness per echo, the same for input and target."""

    def __init__(self, seed):
        self.gen = torch.Generator().manual_seed(seed)

    def __call__(self, noisy, clean):
        gain = 0.8 + 0.4 * torch.rand(len(noisy), 1, 1, generator=self.gen)
        return noisy.mul_(gain), clean * gain  # culprit


def train(cfg):
    torch.manual_seed(cfg.seed)
    noisy, clean = echoes(cfg)
    augment = Augment(cfg.seed + 1)
    net = Net(cfg)
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    for step in range(cfg.steps):
        x, y = augment(noisy, clean)
        loss = ((net(x) - y) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if not step % 6:
            print("step {:3d} loss {:.5f}".format(step, loss.item()))
    return net, loss.item()


def main():
    cfg = Config()
    net, loss = train(cfg)
    with torch.no_grad():
        fresh, clean = echoes(Config(seed=99), n=8)
        snr = 10 * torch.log10(clean.var() / (net(fresh) - clean).var())
    print(f"final loss {loss:.5f} snr {snr.item():.3f} dB")


if __name__ == "__main__":
    main()
