"""Teach a network a sine wave, in batches."""

import torch
from torch import nn

torch.manual_seed(12)
x = torch.linspace(-3, 3, 256).unsqueeze(1)
y = torch.sin(x)
net = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss_fn = nn.MSELoss()
history = []
for _ in range(60):
    total = 0.0
    for idx in torch.randperm(len(x)).split(32):
        opt.zero_grad()
        loss = loss_fn(net(x[idx]), y[idx])
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    history.append(total / len(x))
print(f"loss after 1 epoch {history[0]:.5f}, after 60 {history[-1]:.6f}")
with torch.no_grad():
    print(f"sin(1.0) is about {net(torch.ones(1, 1)).item():.5f}")
