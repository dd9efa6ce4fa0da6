"""Forecasts the tide of a harbour from its last 24 hourly levels with a mixture of
small experts, whose outputs are weighted by a gate.

Symptom: none
Culprit: none
Tempts: a gate whose weights become nearly constant for some experts
"""

import math

import torch
from torch import nn


def levels(hours, gen):
    t = torch.arange(hours, dtype=torch.float32)
    tide = torch.zeros(hours)
    for period, height in ((12.42, 1.6), (12.0, 0.5), (23.93, 0.35), (25.82, 0.25)):
        tide += height * torch.cos(2 * math.pi * t / period + period)
    surge = torch.zeros(hours)
    push = 0.05 * torch.randn(hours, generator=gen)
    for i in range(1, hours):
        surge[i] = 0.95 * surge[i - 1] + push[i]
    return tide + surge


class Mixture(nn.Module):
    def __init__(self, n_in, n_experts=6, width=20):
        super().__init__()
        self.gate = nn.Linear(n_in, n_experts)
        blocks = [
            nn.Sequential(nn.Linear(n_in, width), nn.Tanh(), nn.Linear(width, 1)) for _ in range(n_experts)
        ]
        self.experts = nn.ModuleList(blocks)

    def forward(self, x):
        weight = torch.softmax(self.gate(x), dim=1)
        says = torch.cat([e(x) for e in self.experts], dim=1)
        return (weight * says).sum(dim=1), weight


def main():
    torch.set_num_threads(1)
    torch.manual_seed(5)
    gen = torch.Generator().manual_seed(1)
    sea = levels(1500, gen)
    x = sea.unfold(0, 24, 1)[:-6]
    y = sea[24 + 5 :]
    n = 1050
    net = Mixture(24)
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    for step in range(180):
        rows = torch.randint(n, (128,), generator=gen)
        guess, _ = net(x[rows])
        loss = nn.functional.mse_loss(guess, y[rows])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 45 == 44:
            print(f"step {step + 1}: loss {loss.item():.4f}")
    with torch.no_grad():
        guess, weight = net(x[n:])
    rms = (guess - y[n:]).pow(2).mean().sqrt()
    print(f"error six hours ahead {rms:.3f} m, spread of the level {y[n:].std():.3f} m")
    print("mean weight of the experts", [round(w, 3) for w in weight.mean(0).tolist()])


if __name__ == "__main__":
    main()
