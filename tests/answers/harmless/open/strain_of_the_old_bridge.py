"""Watches an old bridge with eight strain gauges: an autoencoder learns the healthy
state, and hours that it cannot rebuild are reported to the engineer.

Symptom: none
Culprit: none
Tempts: a network that is copied before training, a loss that flattens out
"""

import torch
from torch import nn

GAUGES = 8
HOURS = 1500


def gauges(gen):
    hour = torch.arange(HOURS, dtype=torch.float32)
    sun = torch.sin(2 * torch.pi * hour / 24)
    load = torch.rand(HOURS, generator=gen)
    cold = torch.cos(2 * torch.pi * hour / HOURS)
    mix = torch.randn(3, GAUGES, generator=gen)
    x = torch.stack([sun, load, cold], dim=1) @ mix
    x = x + 0.08 * torch.randn(HOURS, GAUGES, generator=gen)
    x[1300:1400, 5] += 0.9
    return x


class Watch(nn.Module):
    def __init__(self, width=6, code=3):
        super().__init__()
        self.down = nn.Sequential(nn.Linear(GAUGES, width), nn.Tanh(), nn.Linear(width, code))
        self.up = nn.Sequential(nn.Linear(code, width), nn.Tanh(), nn.Linear(width, GAUGES))

    def forward(self, x):
        return self.up(self.down(x))


def build(seed, lr=1e-2):
    torch.manual_seed(seed)
    first = Watch()
    opt = torch.optim.Adam(first.parameters(), lr=lr)
    return first, opt


def main():
    torch.set_num_threads(1)
    gen = torch.Generator().manual_seed(1890)
    x = gauges(gen)
    healthy = x[:1000]
    x = (x - healthy.mean(0)) / healthy.std(0)
    net, opt = build(seed=2)
    for epoch in range(40):
        total = 0.0
        for rows in torch.randperm(1000, generator=gen).split(100):
            loss = (net(x[rows]) - x[rows]).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() / 10
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1} loss {total:.4f}")
    with torch.no_grad():
        miss = (net(x) - x).pow(2).mean(dim=1)
    limit = miss[:1000].quantile(0.99)
    alarm = (miss > limit).nonzero().flatten()
    inside = ((alarm >= 1300) & (alarm < 1400)).sum()
    print(f"limit {limit:.4f}, alarms {len(alarm)}, in the damaged hours {inside}")
    print(f"mean miss before {miss[:1000].mean():.4f}, after {miss[1300:1400].mean():.4f}")


if __name__ == "__main__":
    main()
