"""Predict wave height from wind with a small network and a decaying learning rate."""

import torch
from torch import nn

torch.manual_seed(9)

wind = torch.rand(512, 3) * 2 - 1
height = 1.5 + wind[:, 0] ** 2 + 0.6 * wind[:, 1] * wind[:, 2] + 0.02 * torch.randn(512)

net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.97)

for epoch in range(60):
    order = torch.randperm(512)
    for start in range(0, 512, 32):
        rows = order[start : start + 32]
        loss = ((net(wind[rows]).squeeze(1) - height[rows]) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    sched.step()

with torch.no_grad():
    error = ((net(wind).squeeze(1) - height) ** 2).mean().sqrt().item()
print("root mean square error (m):", error)
