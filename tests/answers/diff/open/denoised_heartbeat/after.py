"""Train a small network to clean a heartbeat.

Symptom: the last loss differs in the fourth digit
Culprit: AdamW with its weight decay took the place of Adam
Report: none
"""

import torch
from torch import nn

torch.manual_seed(0)
time = torch.linspace(0, 6.28, 64)
clean = torch.stack([torch.sin(time * k) for k in (1, 2, 3, 4)])
noisy = clean + 0.2 * torch.randn(4, 64)
net = nn.Sequential(nn.Linear(64, 32), nn.Tanh(), nn.Linear(32, 64))
parameters = list(net.parameters())
optimizer = torch.optim.AdamW(parameters, lr=1e-2)  # culprit
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.5)
losses: list[float] = []
for _step in range(30):
    loss = nn.functional.mse_loss(net(noisy), clean)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    losses.append(loss.item())
print("start:", losses[0])
print("last:", losses[-1])
