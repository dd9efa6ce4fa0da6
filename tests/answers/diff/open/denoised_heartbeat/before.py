"""Train a small network to clean a heartbeat."""

import torch
from torch import nn

torch.manual_seed(0)
time = torch.linspace(0, 6.28, 64)
clean = torch.stack([torch.sin(time * k) for k in (1, 2, 3, 4)])
noisy = clean + 0.2 * torch.randn(4, 64)
net = nn.Sequential(nn.Linear(64, 32), nn.Tanh(), nn.Linear(32, 64))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.5)
losses = []
for _step in range(30):
    loss = nn.functional.mse_loss(net(noisy), clean)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    losses.append(loss.item())
print("first:", losses[0])
print("last:", losses[-1])
