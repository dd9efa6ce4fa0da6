"""Predict wave height from wind with a small network and a decaying learning rate.

Symptom: The last number is another one.
Culprit: Scheduler.step() once a batch instead of once an epoch.
Report: ivadomed/ivadomed#55
"""

import torch
from torch import nn

torch.manual_seed(9)

N_OBS = 512
BATCH = 32

wind = torch.rand(N_OBS, 3) * 2 - 1
height = 1.5 + wind[:, 0] ** 2 + 0.6 * wind[:, 1] * wind[:, 2] + 0.02 * torch.randn(N_OBS)

net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.97)


def step(rows):
    """One update; the loss of the batch comes back for the log."""
    prediction = net(wind[rows]).squeeze(1)
    loss = ((prediction - height[rows]) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()  # culprit
    return loss.item()


for epoch in range(60):
    order = torch.randperm(N_OBS)
    losses = [step(order[start : start + BATCH]) for start in range(0, N_OBS, BATCH)]
    if epoch % 20 == 0:
        print(f"epoch {epoch}: {sum(losses) / len(losses):.4f}")

with torch.no_grad():
    error = ((net(wind).squeeze(1) - height) ** 2).mean().sqrt().item()
print("root mean square error (m):", error)
